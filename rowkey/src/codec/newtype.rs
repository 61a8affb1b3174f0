//! The codec of newtypes, such as `struct CustomerId(u32);`. They are stored as their inner type.

use crate::codec::derived::Newtype;
use crate::codec::position::Position;
use crate::codec::shown::{Shown, WrongField};
use crate::codec::{BoundPlace, DecodeField, EndsWith, FieldCodec, FixedWidthCodec, Ordered, StartsWith, Total};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// The codec of newtypes around a type that `C` encodes.
#[derive(Debug)]
pub struct NewtypeOf<C>(PhantomData<C>);

#[inline]
fn inner<'x, T: Newtype + 'x, C: FieldCodec<T::Inner>>(arg: &'x T::Arg<'_>) -> C::Arg<'x> {
    C::arg(T::value_of(arg).inner())
}

#[inline]
fn wrap<T: Newtype>((inner, terminator): (T::Inner, usize)) -> (T, usize) {
    (T::wrap(inner), terminator)
}

#[diagnostic::do_not_recommend]
impl<T: Newtype, C: FieldCodec<T::Inner>> FieldCodec<T> for NewtypeOf<C> {
    type Arg<'a>
        = T::Arg<'a>
    where
        T: 'a;
    type Slice = C::Slice;
    const ENCODING: &'static Encoding = C::ENCODING;
    const DESCENDING: bool = C::DESCENDING;

    #[inline]
    fn arg(value: &T) -> T::Arg<'_> {
        value.arg()
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: T::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind> {
        C::encode::<P, S>(inner::<T, C>(&arg), out)
    }

    #[inline]
    fn size(arg: T::Arg<'_>) -> usize {
        C::size(inner::<T, C>(&arg))
    }

    #[inline]
    fn encode_descending<P: Position, S: Sink>(arg: T::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind> {
        C::encode_descending::<P, S>(inner::<T, C>(&arg), out)
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        C::show::<P>(reader)
    }

    fn show_descending<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        C::show_descending::<P>(reader)
    }

    fn complement(bytes: &mut [u8]) {
        C::complement(bytes);
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T: Newtype, P: Position, C: DecodeField<'de, T::Inner, P>> DecodeField<'de, T, P> for NewtypeOf<C> {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        C::decode(reader).map(wrap)
    }

    #[inline]
    fn decode_descending(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        C::decode_descending(reader).map(wrap)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Newtype, P: Position, C: Total<T::Inner, P>> Total<T, P> for NewtypeOf<C> {}

#[diagnostic::do_not_recommend]
impl<T: Newtype, P: Position, C: Ordered<T::Inner, P>> Ordered<T, P> for NewtypeOf<C> {
    fn write_bound(arg: T::Arg<'_>, place: BoundPlace, out: &mut Vec<u8>) -> BoundPlace {
        C::write_bound(inner::<T, C>(&arg), place, out)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Newtype, P: Position, C: StartsWith<T::Inner, P>> StartsWith<T, P> for NewtypeOf<C> {
    fn write_starts_with_bound(start: &C::Slice, place: BoundPlace, out: &mut Vec<u8>) -> Option<BoundPlace> {
        C::write_starts_with_bound(start, place, out)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Newtype, P: Position, C: EndsWith<T::Inner, P>> EndsWith<T, P> for NewtypeOf<C> {
    fn write_ends_with_bound(end: &C::Slice, place: BoundPlace, out: &mut Vec<u8>) -> Option<BoundPlace> {
        C::write_ends_with_bound(end, place, out)
    }
}

impl<T: Newtype, C: FixedWidthCodec<T::Inner>> FixedWidthCodec<T> for NewtypeOf<C> {
    type Array = C::Array;

    #[inline]
    fn to_array(arg: T::Arg<'_>) -> Result<C::Array, EncodeErrorKind> {
        C::to_array(inner::<T, C>(&arg))
    }

    #[inline]
    fn read(reader: &mut Reader<'_>) -> Result<C::Array, DecodeError> {
        C::read(reader)
    }

    #[inline]
    fn from_array(array: &C::Array, offset: usize) -> Result<T, DecodeError> {
        C::from_array(array, offset).map(T::wrap)
    }
}
