//! The elements of arrays and lists: values of one type, one after the other. Each element is encoded like a field of a
//! struct, so that decoding finds the end of the element.

use crate::codec::array::ByteArray;
use crate::codec::big_endian::BigEndian;
use crate::codec::composite::{Codes, Fields, Variants};
use crate::codec::custom::EncodedBy;
use crate::codec::float::TotalOrder;
use crate::codec::newtype::NewtypeOf;
use crate::codec::optional::OptionOf;
use crate::codec::position::{InStruct, Mid, Position};
use crate::codec::proxy::ByProxy;
use crate::codec::scalar::Scalar;
use crate::codec::shown::{Shown, ShownParts, WrongField};
use crate::codec::variable::VariableLength;
use crate::codec::{BoundPlace, DecodeField, FieldCodec, Ordered, StartsWith, Total, finish_bound};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::num::NonZero;

/// A codec that can encode the elements of `[T; N]`. Chooses the codec of the array: [`ByteArray`] for `[u8; N]`, and
/// [`ArrayOf`] for all other arrays.
#[doc(hidden)]
pub trait ArrayElementCodec<T, const N: usize>: FieldCodec<T> {
    /// The codec of the array.
    type ArrayCodec: FieldCodec<[T; N]>;
}

/// Implements [`ArrayElementCodec`] for codecs whose arrays are encoded by [`ArrayOf`].
macro_rules! element_codecs {
    ($([$($parameter:tt)*] $codec:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T, const N: usize, $($parameter)*> $crate::codec::elements::ArrayElementCodec<T, N> for $codec
        where
            Self: $crate::codec::FieldCodec<T>,
        {
            type ArrayCodec = $crate::codec::elements::ArrayOf<Self>;
        }
    )*};
}

pub(crate) use element_codecs;

element_codecs! {
    [] Scalar;
    [] TotalOrder;
    [] ByteArray;
    [B: ?Sized] VariableLength<B>;
    [C] OptionOf<C>;
    [C] NewtypeOf<C>;
    [C] ByProxy<C>;
    [C] ArrayOf<C>;
    [] Fields;
    [] Codes;
    [] Variants;
    [C, const BY_VALUE: bool] EncodedBy<C, BY_VALUE>;
}

impl<const N: usize> ArrayElementCodec<u8, N> for BigEndian {
    type ArrayCodec = ByteArray;
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<const N: usize> ArrayElementCodec<$integer, N> for BigEndian {
            type ArrayCodec = ArrayOf<Self>;
        }
    )*};
}

integers!(u16, u32, u64, u128, i8, i16, i32, i64, i128);
integers!(NonZero<u8>, NonZero<u16>, NonZero<u32>, NonZero<u64>, NonZero<u128>);
integers!(NonZero<i8>, NonZero<i16>, NonZero<i32>, NonZero<i64>, NonZero<i128>);

/// The codec of arrays of elements that `C` encodes.
#[derive(Debug)]
pub struct ArrayOf<C>(PhantomData<C>);

/// Appends elements, each with its terminator. Returns 0, because the array or list itself has no terminator.
#[inline]
pub(super) fn encode<'a, T: 'a, C: FieldCodec<T>, S: Sink>(
    elements: impl IntoIterator<Item = C::Arg<'a>>,
    out: &mut S,
) -> Result<usize, EncodeErrorKind> {
    for element in elements {
        C::encode::<Mid, S>(element, out)?;
    }
    Ok(0)
}

/// Implements [`StartsWith::write_starts_with_bound`]. Returns `None` if an element cannot be encoded, because no
/// stored array or list contains such an element.
#[inline]
pub(super) fn write_starts_with_bound<T, C: FieldCodec<T>>(
    start: &[T],
    place: BoundPlace,
    out: &mut Vec<u8>,
) -> Option<BoundPlace> {
    encode::<T, C, _>(start.iter().map(C::arg), out).ok()?;
    // An empty `start` appends nothing, so the bound is before or after all arrays and lists.
    Some(if start.is_empty() { place } else { finish_bound(C::ENCODING, place, out) })
}

#[diagnostic::do_not_recommend]
impl<T, C: FieldCodec<T>, const N: usize> FieldCodec<[T; N]> for ArrayOf<C> {
    type Arg<'a>
        = [C::Arg<'a>; N]
    where
        T: 'a;
    type Slice = [T];
    const ENCODING: &'static Encoding = &Encoding::elements(C::ENCODING, N);

    #[inline]
    fn arg(value: &[T; N]) -> Self::Arg<'_> {
        value.each_ref().map(C::arg)
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: Self::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind> {
        encode::<T, C, S>(arg, out)
    }

    #[inline]
    fn size(arg: Self::Arg<'_>) -> usize {
        arg.into_iter().map(C::size).sum()
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        let mut parts = ShownParts::default();
        for _ in 0..N {
            parts.add_element(C::show::<InStruct>(reader).map_err(WrongField::within)?);
        }
        Ok(parts.within(["[", "]"]))
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T, P, C, const N: usize> DecodeField<'de, [T; N], P> for ArrayOf<C>
where
    P: Position,
    C: DecodeField<'de, T, P::Nested>,
{
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<([T; N], usize), DecodeError> {
        let mut failed = None;
        let elements = [(); N].map(|()| {
            if failed.is_some() {
                return None;
            }
            C::decode(reader).map_err(|error| failed = Some(error)).ok().map(|(element, _)| element)
        });
        match failed {
            Some(error) => Err(error),
            #[allow(clippy::expect_used, reason = "an element is absent only after an error")]
            None => Ok((elements.map(|element| element.expect("the element was decoded")), 0)),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: Total<T, Mid>, const N: usize> Total<[T; N], P> for ArrayOf<C> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: Ordered<T, InStruct> + Total<T, Mid>, const N: usize> Ordered<[T; N], P> for ArrayOf<C> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: FieldCodec<T>, const N: usize> StartsWith<[T; N], P> for ArrayOf<C> {
    fn write_starts_with_bound(start: &[T], place: BoundPlace, out: &mut Vec<u8>) -> Option<BoundPlace> {
        if start.len() > N {
            return None;
        }
        write_starts_with_bound::<T, C>(start, place, out)
    }
}
