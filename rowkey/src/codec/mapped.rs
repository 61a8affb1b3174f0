//! A type that stands in the key as a value of another type, which has a codec already.

use crate::codec::position::Position;
use crate::codec::reader::Reader;
use crate::codec::sink::Sink;
use crate::codec::{ArrayCodec, DecodeField, EndsWith, FieldCodec, Ordered, Side, StartsWith, Total};
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::Encoding;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// Turns every `T` into a value of another type, and back.
///
/// Different values have different inner ones, and [`outer`](Self::outer) refuses an inner one that none has.
pub trait Mapping<T> {
    /// What stands in the key in place of a `T`.
    type Inner;

    /// What encoding and equality take: the value of `Copy` types, a reference otherwise.
    type Arg<'a>: Copy
    where
        T: 'a;

    /// What `LAYOUT` says, if not what it says of the inner type: the fingerprint then tells them apart.
    const DESCRIBED: Option<Encoding> = None;

    /// The value as encoding takes it.
    fn arg(value: &T) -> Self::Arg<'_>;

    /// Gives the inner value to `take`, which lets it be a part of the outer one as well as a new value.
    fn inner<R>(arg: Self::Arg<'_>, take: impl FnOnce(&Self::Inner) -> R) -> R;

    /// The value that has this inner one.
    ///
    /// # Errors
    /// None has it.
    fn outer(inner: Self::Inner) -> Result<T, DecodeErrorKind>;
}

/// The values compare as their inner ones do.
pub trait InnerOrder<T>: Mapping<T> {
    /// How many of the first bytes do, where it is not all: the rest tells apart values that compare as equal.
    const COMPARED: Option<usize> = None;
}

/// The mapping that a type itself brings; most need no other.
#[derive(Debug)]
pub struct ByType;

/// What `C` makes of the inner value of the mapping `M`.
#[derive(Debug)]
pub struct Mapped<C, M>(PhantomData<(C, M)>);

/// Makes a `Copy` type a key field that stands in the key as a value of another type and compares as it does:
/// `type => codec of inner type, description, to inner, from inner`.
macro_rules! stands_as {
    ($(#[$doc:meta])* $type:ty => $codec:ident of $inner:ty, $kind:expr,
        |$value:ident| $to:expr, |$stored:ident| $from:expr $(, compared by $compared:expr)?) => {
        $(#[$doc])*
        #[diagnostic::do_not_recommend]
        impl<F> $crate::field::KeyField<F> for $type {
            type Codec = $crate::codec::mapped::Mapped<$codec, $crate::codec::mapped::ByType>;
        }

        impl $crate::codec::mapped::Mapping<$type> for $crate::codec::mapped::ByType {
            type Inner = $inner;
            type Arg<'a> = $type;
            const DESCRIBED: Option<$crate::layout::Encoding> = Some($crate::layout::Encoding::Value($kind));

            #[inline]
            fn arg(value: &$type) -> $type {
                *value
            }

            #[inline]
            fn inner<R>($value: $type, take: impl FnOnce(&$inner) -> R) -> R {
                take(&$to)
            }

            #[inline]
            fn outer($stored: $inner) -> Result<$type, $crate::error::DecodeErrorKind> {
                $from
            }
        }

        impl $crate::codec::mapped::InnerOrder<$type> for $crate::codec::mapped::ByType {
            $(const COMPARED: Option<usize> = Some($compared);)?
        }
    };
}

pub(crate) use stands_as;

#[diagnostic::do_not_recommend]
impl<T, C, M> FieldCodec<T> for Mapped<C, M>
where
    M: Mapping<T>,
    C: FieldCodec<M::Inner>,
{
    type Arg<'a>
        = M::Arg<'a>
    where
        T: 'a;
    type Part = C::Part;
    const ENCODING: Encoding = match M::DESCRIBED {
        Some(encoding) => encoding,
        None => C::ENCODING,
    };
    const DESCENDING: bool = C::DESCENDING;

    #[inline]
    fn arg(value: &T) -> Self::Arg<'_> {
        M::arg(value)
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: Self::Arg<'_>, out: &mut S) -> Result<(), EncodeErrorKind> {
        M::inner(arg, |inner| C::encode::<P, S>(C::arg(inner), out))
    }

    #[inline]
    fn size(arg: Self::Arg<'_>) -> usize {
        match const { C::ENCODING.fixed_width() } {
            Some(width) => width,
            None => M::inner(arg, |inner| C::size(C::arg(inner))),
        }
    }

    #[inline]
    fn end_width<P: Position>(arg: Self::Arg<'_>) -> usize {
        match const { C::ENCODING.fixed_width() } {
            Some(_) => 0,
            None => M::inner(arg, |inner| C::end_width::<P>(C::arg(inner))),
        }
    }

    #[inline]
    fn encode_descending<P: Position, S: Sink>(arg: Self::Arg<'_>, out: &mut S) -> Result<(), EncodeErrorKind> {
        M::inner(arg, |inner| C::encode_descending::<P, S>(C::arg(inner), out))
    }

    fn complement(bytes: &mut [u8]) {
        C::complement(bytes);
    }
}

#[inline]
fn outer<T, M: Mapping<T>>(inner: M::Inner, offset: usize) -> Result<T, DecodeError> {
    M::outer(inner).map_err(|kind| DecodeError::new(offset, kind))
}

#[diagnostic::do_not_recommend]
impl<'de, T, P, C, M> DecodeField<'de, T, P> for Mapped<C, M>
where
    P: Position,
    M: Mapping<T>,
    C: DecodeField<'de, M::Inner, P>,
{
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        let offset = reader.offset();
        outer::<T, M>(C::decode(reader)?, offset)
    }

    #[inline]
    fn decode_descending(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        let offset = reader.offset();
        outer::<T, M>(C::decode_descending(reader)?, offset)
    }
}

impl<T, C, M> ArrayCodec<T> for Mapped<C, M>
where
    M: Mapping<T>,
    C: ArrayCodec<M::Inner>,
{
    type Array = C::Array;

    #[inline]
    fn to_array(arg: Self::Arg<'_>) -> Result<C::Array, EncodeErrorKind> {
        M::inner(arg, |inner| C::to_array(C::arg(inner)))
    }

    #[inline]
    fn read(reader: &mut Reader<'_>) -> Result<C::Array, DecodeError> {
        C::read(reader)
    }

    #[inline]
    fn from_array(array: C::Array, offset: usize) -> Result<T, DecodeError> {
        outer::<T, M>(C::from_array(array, offset)?, offset)
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position, M: Mapping<T>, C: Total<M::Inner, P>> Total<T, P> for Mapped<C, M> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, M: InnerOrder<T>, C: Ordered<M::Inner, P>> Ordered<T, P> for Mapped<C, M> {
    fn cut(arg: Self::Arg<'_>, side: Side, out: &mut Vec<u8>) -> Side {
        let start = out.len();
        let side = M::inner(arg, |inner| C::cut(C::arg(inner), side, out));
        if let Some(compared) = M::COMPARED {
            out.truncate(start + compared);
        }
        side
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position, M: Mapping<T>, C: StartsWith<M::Inner, P>> StartsWith<T, P> for Mapped<C, M> {
    fn starts_with(part: &C::Part, side: Side, out: &mut Vec<u8>) -> Option<Side> {
        C::starts_with(part, side, out)
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position, M: Mapping<T>, C: EndsWith<M::Inner, P>> EndsWith<T, P> for Mapped<C, M> {
    fn ends_with(part: &C::Part, side: Side, out: &mut Vec<u8>) -> Option<Side> {
        C::ends_with(part, side, out)
    }
}
