//! `#[pad(N)]` and `#[pad(N, 'x')]` on strings: exactly N bytes, padded on the right.
//!
//! If the pad character is `\0`, the bytes sort as the strings do. With any other pad character they do not: padded
//! with `x` to three bytes, "a" becomes `axx`, which sorts after `abx` for "ab". Such a field `name` has no methods
//! `name_in` and `name_starts_with`.

use crate::codec::content::{FromContent, borrowed, value_of};
use crate::codec::position::{Ascending, Position};
use crate::codec::reversed::ReversibleCodec;
use crate::codec::shown::{Shown, WrongField, show_decoded};
use crate::codec::{BoundPlace, DecodeField, FieldCodec, Ordered, StartsWith};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use crate::wire::text;
use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;
use core::ops::Deref;

/// The codec of strings that are padded with `PAD` to `N` bytes.
#[derive(Debug)]
pub struct PaddedString<const N: usize, const PAD: char>;

impl<const N: usize, const PAD: char> PaddedString<N, PAD> {
    #[allow(clippy::cast_possible_truncation, reason = "the derive rejects characters above 7F")]
    const PAD_BYTE: u8 = PAD as u32 as u8;
    const PADDED_ENCODING: &'static Encoding = &Encoding::PaddedText { width: N, pad: Self::PAD_BYTE };
}

fn push_zero_padded<const N: usize>(bytes: &[u8], out: &mut Vec<u8>) {
    let end = out.len() + N;
    out.extend_from_slice(bytes);
    out.resize(end, 0);
}

/// Implements [`StartsWith::write_starts_with_bound`] for the pad character `\0`. If `start` ends in `\0`, such as
/// `ab\0`, the lower bound must be after the shorter string `ab`: its padded bytes begin with `start`, although the
/// string does not.
fn write_starts_with_bound<const N: usize>(start: &[u8], place: BoundPlace, out: &mut Vec<u8>) -> Option<BoundPlace> {
    if start.len() > N {
        return None;
    }
    let shorter = text::without_pad(start, 0);
    if place == BoundPlace::Before && shorter.len() < start.len() {
        push_zero_padded::<N>(shorter, out);
        return Some(BoundPlace::After);
    }
    out.extend_from_slice(start);
    Some(place)
}

#[diagnostic::do_not_recommend]
impl<T: Deref<Target = str>, const N: usize, const PAD: char> FieldCodec<T> for PaddedString<N, PAD> {
    type Arg<'a>
        = &'a str
    where
        T: 'a;
    type Slice = str;
    const ENCODING: &'static Encoding = Self::PADDED_ENCODING;

    #[inline]
    fn arg(value: &T) -> &str {
        value
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: &str, out: &mut S) -> Result<usize, EncodeErrorKind> {
        text::write_padded(arg, N, Self::PAD_BYTE, out).map(|()| 0)
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        show_decoded::<Cow<'_, str>, Self, P>(reader, |value| Shown::plain(format!("{value:?}")))
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T, P: Position, const N: usize, const PAD: char> DecodeField<'de, T, P> for PaddedString<N, PAD>
where
    T: FromContent<'de, str>,
{
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        let offset = reader.offset();
        value_of(text::read_padded(reader, N, Self::PAD_BYTE)?, offset).map(|value| (value, 0))
    }
}

#[diagnostic::do_not_recommend]
impl<'a, 'de: 'a, P: Ascending, const N: usize, const PAD: char> DecodeField<'de, &'a str, P> for PaddedString<N, PAD> {
    fn decode(reader: &mut Reader<'de>) -> Result<(&'a str, usize), DecodeError> {
        let offset = reader.offset();
        borrowed(text::read_padded(reader, N, Self::PAD_BYTE)?, offset).map(|value| (value, 0))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Deref<Target = str>, P: Position, const N: usize> Ordered<T, P> for PaddedString<N, '\0'> {
    fn write_bound(arg: &str, place: BoundPlace, out: &mut Vec<u8>) -> BoundPlace {
        let bytes = arg.as_bytes();
        let shorter = text::without_pad(bytes, 0);
        let kept = shorter.get(..N).unwrap_or(shorter);
        push_zero_padded::<N>(kept, out);
        // If `arg` is too long or ends in `\0`, the field cannot hold `arg`, which would sort directly after `kept`.
        if kept.len() < bytes.len() { BoundPlace::After } else { place }
    }
}

#[diagnostic::do_not_recommend]
impl<T: Deref<Target = str>, P: Position, const N: usize> StartsWith<T, P> for PaddedString<N, '\0'> {
    fn write_starts_with_bound(start: &str, place: BoundPlace, out: &mut Vec<u8>) -> Option<BoundPlace> {
        write_starts_with_bound::<N>(start.as_bytes(), place, out)
    }
}

impl<const N: usize, const PAD: char> ReversibleCodec for PaddedString<N, PAD> {
    type Content = str;
    const REVERSED: &'static Encoding = &Encoding::reversed(Self::PADDED_ENCODING);

    fn size(_: &str) -> usize {
        N
    }

    fn write_reversed<P: Position, S: Sink>(content: &str, out: &mut S) -> Result<usize, EncodeErrorKind> {
        text::write_padded_reversed(content, N, Self::PAD_BYTE, out).map(|()| 0)
    }

    fn read_stored<'de, P: Position>(reader: &mut Reader<'de>) -> Result<(Cow<'de, [u8]>, usize), DecodeError> {
        text::read_padded(reader, N, Self::PAD_BYTE).map(|content| (content, 0))
    }
}
