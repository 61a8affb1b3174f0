//! `#[descending]`: stores the complement of a field's bytes and of its terminator, so that greater values come first.

use crate::codec::position::Position;
use crate::codec::shown::{Shown, WrongField};
use crate::codec::{BoundPlace, DecodeField, FieldCodec, Ordered, StartsWith, Total};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// The codec that stores the values of `C` in descending form: see [`FieldCodec::encode_descending`].
#[derive(Debug)]
pub struct DescendingOf<C>(PhantomData<C>);

#[diagnostic::do_not_recommend]
impl<T, C: FieldCodec<T>> FieldCodec<T> for DescendingOf<C> {
    type Arg<'a>
        = C::Arg<'a>
    where
        T: 'a;
    type Slice = C::Slice;
    const ENCODING: &'static Encoding = &Encoding::descending(C::ENCODING);
    const DESCENDING: bool = !C::DESCENDING;
    const STORES_EQUALS: bool = C::STORES_EQUALS;

    #[inline]
    fn arg(value: &T) -> Self::Arg<'_> {
        C::arg(value)
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: Self::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind> {
        C::encode_descending::<P::Complemented, S>(arg, out)
    }

    #[inline]
    fn size(arg: Self::Arg<'_>) -> usize {
        C::size(arg)
    }

    fn encode_equal<P: Position>(arg: Self::Arg<'_>, out: &mut Vec<u8>) -> bool {
        complement_appended(out, C::complement, |out| C::encode_equal::<P::Complemented>(arg, out))
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        C::show_descending::<P::Complemented>(reader)
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T, P: Position, C> DecodeField<'de, T, P> for DescendingOf<C>
where
    C: DecodeField<'de, T, P::Complemented>,
{
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        C::decode_descending(reader)
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: Total<T, P::Complemented>> Total<T, P> for DescendingOf<C> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: Ordered<T, P::Complemented>> Ordered<T, P> for DescendingOf<C> {
    fn write_bound(arg: Self::Arg<'_>, place: BoundPlace, out: &mut Vec<u8>) -> BoundPlace {
        complement_appended(out, C::complement, |out| C::write_bound(arg, place, out)).opposite()
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: StartsWith<T, P::Complemented>> StartsWith<T, P> for DescendingOf<C> {
    fn write_starts_with_bound(start: &C::Slice, place: BoundPlace, out: &mut Vec<u8>) -> Option<BoundPlace> {
        complement_appended(out, C::complement, |out| C::write_starts_with_bound(start, place, out))
            .map(BoundPlace::opposite)
    }
}

/// Calls `append`, then complements the bytes that `append` has appended. Complementing bytes reverses their order, so
/// each caller must return the opposite [`BoundPlace`].
fn complement_appended<R>(out: &mut Vec<u8>, complement: fn(&mut [u8]), append: impl FnOnce(&mut Vec<u8>) -> R) -> R {
    let start = out.len();
    let result = append(out);
    if let Some(appended) = out.get_mut(start..) {
        complement(appended);
    }
    result
}
