//! `#[rowkey(optional)]` and `#[rowkey(list)]`, for the last field of a key: at most one value, or any number of
//! values. Each value is encoded like a field of a struct, so that decoding finds the end of the value. The end of the
//! key is the end of the list.

use crate::codec::elements;
use crate::codec::position::{InStruct, Mid, Position};
use crate::codec::shown::{Shown, ShownParts, WrongField};
use crate::codec::{BoundPlace, DecodeField, FieldCodec, Ordered, StartsWith, Total};
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// The codec of an `Option` at the end of the key: no bytes for `None`, and the bytes of `C` for `Some`.
#[derive(Debug)]
pub struct IfPresent<C>(PhantomData<C>);

/// The codec of a `Vec` at the end of the key: the bytes of `C` for each element, one after the other.
#[derive(Debug)]
pub struct ListOf<C>(PhantomData<C>);

/// Finishes a bound that is before or after a value whose bytes were appended to `out`. Returns the place of the bound
/// relative to all appended bytes. For a bound after the value, appends 00 and returns `Before`: the value and 00 are the
/// least bytes after the value. The place `After` would also skip longer lists, whose bytes begin with the bytes of this
/// value.
fn finish_bound_at_end(place: BoundPlace, out: &mut Vec<u8>) -> BoundPlace {
    if place == BoundPlace::After {
        out.push(0);
    }
    BoundPlace::Before
}

/// Reads the next element of a list. Returns `None` at the end of the key.
fn next_element<'de, R, E: From<DecodeError>>(
    reader: &mut Reader<'de>,
    read: impl FnOnce(&mut Reader<'de>) -> Result<R, E>,
) -> Option<Result<R, E>> {
    let offset = reader.offset();
    if reader.remaining() == 0 {
        return None;
    }
    Some(match read(reader) {
        // `read` read nothing, because `Codec::end` of a user's codec returned 0. Without this check, the loop over the
        // elements would not end.
        Ok(_) if reader.offset() == offset => Err(DecodeError::new(offset, DecodeErrorKind::NotCanonical).into()),
        element => element,
    })
}

#[diagnostic::do_not_recommend]
impl<T, C: FieldCodec<T>> FieldCodec<Option<T>> for IfPresent<C> {
    type Arg<'a>
        = Option<C::Arg<'a>>
    where
        T: 'a;
    type Slice = str;
    const ENCODING: &'static Encoding = &Encoding::repeated(C::ENCODING, true);

    #[inline]
    fn arg(value: &Option<T>) -> Self::Arg<'_> {
        value.as_ref().map(C::arg)
    }

    fn encode<P: Position, S: Sink>(arg: Self::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind> {
        elements::encode::<T, C, S>(arg, out)
    }

    #[inline]
    fn size(arg: Self::Arg<'_>) -> usize {
        arg.map_or(0, C::size)
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        if reader.remaining() == 0 { Ok(Shown::plain("None")) } else { C::show::<InStruct>(reader).map(Shown::in_some) }
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T, P: Position, C: DecodeField<'de, T, P::Nested>> DecodeField<'de, Option<T>, P> for IfPresent<C> {
    fn decode(reader: &mut Reader<'de>) -> Result<(Option<T>, usize), DecodeError> {
        if reader.remaining() == 0 {
            return Ok((None, 0));
        }
        C::decode(reader).map(|(value, terminator)| (Some(value), terminator))
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: Total<T, Mid>> Total<Option<T>, P> for IfPresent<C> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: Ordered<T, Mid> + Total<T, Mid>> Ordered<Option<T>, P> for IfPresent<C> {
    fn write_bound(arg: Self::Arg<'_>, place: BoundPlace, out: &mut Vec<u8>) -> BoundPlace {
        const {
            assert!(
                !C::DESCENDING,
                "an `Option` of a value whose codec is `Descending` does not sort: its field has no method that ends in `_in`"
            );
        };
        match arg {
            None => finish_bound_at_end(place, out),
            Some(arg) => C::write_bound(arg, place, out),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T, C: FieldCodec<T>> FieldCodec<Vec<T>> for ListOf<C> {
    type Arg<'a>
        = &'a [T]
    where
        T: 'a;
    type Slice = [T];
    const ENCODING: &'static Encoding = &Encoding::repeated(C::ENCODING, false);

    #[inline]
    fn arg(value: &Vec<T>) -> &[T] {
        value
    }

    fn encode<P: Position, S: Sink>(arg: &[T], out: &mut S) -> Result<usize, EncodeErrorKind> {
        elements::encode::<T, C, S>(arg.iter().map(C::arg), out)
    }

    fn size(arg: &[T]) -> usize {
        arg.iter().map(|element| C::size(C::arg(element))).sum()
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        let mut parts = ShownParts::default();
        while let Some(element) = next_element(reader, C::show::<InStruct>) {
            parts.add_element(element.map_err(WrongField::within)?);
        }
        Ok(parts.within(["[", "]"]))
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T, P: Position, C: DecodeField<'de, T, P::Nested>> DecodeField<'de, Vec<T>, P> for ListOf<C> {
    fn decode(reader: &mut Reader<'de>) -> Result<(Vec<T>, usize), DecodeError> {
        let mut list = Vec::new();
        while let Some(element) = next_element(reader, C::decode) {
            list.push(element?.0);
        }
        Ok((list, 0))
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: Total<T, Mid>> Total<Vec<T>, P> for ListOf<C> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: Ordered<T, InStruct> + Total<T, Mid>> Ordered<Vec<T>, P> for ListOf<C> {
    fn write_bound(arg: &[T], place: BoundPlace, out: &mut Vec<u8>) -> BoundPlace {
        let encoded = Self::encode::<P, _>(arg, out);
        debug_assert!(encoded.is_ok(), "every element is encoded by a codec that is `Total`");
        finish_bound_at_end(place, out)
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: FieldCodec<T>> StartsWith<Vec<T>, P> for ListOf<C> {
    fn write_starts_with_bound(start: &[T], place: BoundPlace, out: &mut Vec<u8>) -> Option<BoundPlace> {
        elements::write_starts_with_bound::<T, C>(start, place, out)
    }
}
