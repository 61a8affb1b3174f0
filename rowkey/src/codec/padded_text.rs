//! `#[pad(N)]` and `#[pad(N, 'x')]` on strings: exactly N bytes, padded on the right.
//!
//! With `\0` the padded strings sort as the strings do. With any other character they do not (under `x`, `axx` sorts
//! after `abx`), so that such a field has no ranges.

use crate::codec::open::{BorrowOpen, FromOpen, OpenField};
use crate::codec::position::{Ascending, Position};
use crate::codec::reversed::ReversedContent;
use crate::codec::{DecodeField, EndsWith, FieldCodec, Ordered, Side, StartsWith, check_as};
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use crate::wire::text;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The codec of strings that are padded with `PAD` to `N` bytes.
#[derive(Debug)]
pub struct PaddedString<const N: usize, const PAD: char>;

impl<const N: usize, const PAD: char> PaddedString<N, PAD> {
    // The derive rejects all characters that are not ASCII.
    #[allow(clippy::cast_possible_truncation, reason = "the derive refuses characters above 7F")]
    const PAD_BYTE: u8 = PAD as u32 as u8;
    const ENCODED: &'static Encoding = &Encoding::PaddedText { width: N, pad: Self::PAD_BYTE };
}

fn push_padded<const N: usize>(bytes: &[u8], out: &mut Vec<u8>) {
    let end = out.len() + N;
    out.extend_from_slice(bytes);
    out.resize(end, 0);
}

/// [`StartsWith::starts_with`] where `\0` is the pad: a string that begins with `part` must not be mistaken for a shorter
/// string and its padding.
fn starts_with<const N: usize>(part: &[u8], side: Side, out: &mut Vec<u8>) -> Option<Side> {
    if part.len() > N {
        return None;
    }
    let shorter = text::without_pad(part, 0);
    if side == Side::Before && shorter.len() < part.len() {
        push_padded::<N>(shorter, out);
        return Some(Side::After);
    }
    out.extend_from_slice(part);
    Some(side)
}

#[diagnostic::do_not_recommend]
impl<T: OpenField<Borrowed = str>, const N: usize, const PAD: char> FieldCodec<T> for PaddedString<N, PAD> {
    type Arg<'a>
        = &'a str
    where
        T: 'a;
    type Part = str;
    const ENCODING: &'static Encoding = Self::ENCODED;

    #[inline]
    fn arg(value: &T) -> &str {
        value.content()
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: &str, out: &mut S) -> Result<usize, EncodeErrorKind> {
        text::write_padded(arg, N, Self::PAD_BYTE, out).map(|()| 0)
    }

    #[inline]
    fn size(_: &str) -> usize {
        N
    }

    fn check<P: Position>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
        check_as::<Cow<'_, str>, Self, P>(reader)
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T, P: Position, const N: usize, const PAD: char> DecodeField<'de, T, P> for PaddedString<N, PAD>
where
    T: FromOpen<'de, Borrowed = str>,
{
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        let offset = reader.offset();
        T::from_open(text::read_padded(reader, N, Self::PAD_BYTE)?)
            .map(|value| (value, 0))
            .map_err(|kind| DecodeError::new(offset, kind))
    }
}

#[diagnostic::do_not_recommend]
impl<'a, 'de: 'a, P: Ascending, const N: usize, const PAD: char> DecodeField<'de, &'a str, P> for PaddedString<N, PAD> {
    fn decode(reader: &mut Reader<'de>) -> Result<(&'a str, usize), DecodeError> {
        let offset = reader.offset();
        match text::read_padded(reader, N, Self::PAD_BYTE)? {
            Cow::Borrowed(bytes) => <&'a str>::borrow_open(bytes),
            Cow::Owned(_) => Err(DecodeErrorKind::NotCanonical),
        }
        .map(|value| (value, 0))
        .map_err(|kind| DecodeError::new(offset, kind))
    }
}

#[diagnostic::do_not_recommend]
impl<T: OpenField<Borrowed = str>, P: Position, const N: usize> Ordered<T, P> for PaddedString<N, '\0'> {
    fn write_bound(arg: &str, side: Side, out: &mut Vec<u8>) -> Side {
        let bytes = arg.as_bytes();
        let shorter = text::without_pad(bytes, 0);
        let held = shorter.get(..N).unwrap_or(shorter);
        push_padded::<N>(held, out);
        // A value that is too long would come directly after the value it is cut down to.
        if held.len() < bytes.len() { Side::After } else { side }
    }
}

#[diagnostic::do_not_recommend]
impl<T: OpenField<Borrowed = str>, P: Position, const N: usize> StartsWith<T, P> for PaddedString<N, '\0'> {
    fn starts_with(part: &str, side: Side, out: &mut Vec<u8>) -> Option<Side> {
        starts_with::<N>(part.as_bytes(), side, out)
    }
}

#[diagnostic::do_not_recommend]
impl<T: OpenField<Borrowed = str>, const N: usize, const PAD: char> FieldCodec<T>
    for ReversedContent<PaddedString<N, PAD>>
{
    type Arg<'a>
        = &'a str
    where
        T: 'a;
    type Part = str;
    const ENCODING: &'static Encoding = &Encoding::reversed(PaddedString::<N, PAD>::ENCODED);

    #[inline]
    fn arg(value: &T) -> &str {
        value.content()
    }

    fn encode<P: Position, S: Sink>(arg: &str, out: &mut S) -> Result<usize, EncodeErrorKind> {
        text::write_padded_reversed(arg, N, PaddedString::<N, PAD>::PAD_BYTE, out).map(|()| 0)
    }

    #[inline]
    fn size(_: &str) -> usize {
        N
    }

    fn check<P: Position>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
        check_as::<Cow<'_, str>, Self, P>(reader)
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T, P: Position, const N: usize, const PAD: char> DecodeField<'de, T, P>
    for ReversedContent<PaddedString<N, PAD>>
where
    T: FromOpen<'de, Borrowed = str>,
{
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        let offset = reader.offset();
        T::from_reversed(text::read_padded(reader, N, PaddedString::<N, PAD>::PAD_BYTE)?)
            .map(|value| (value, 0))
            .map_err(|kind| DecodeError::new(offset, kind))
    }
}

#[diagnostic::do_not_recommend]
impl<T: OpenField<Borrowed = str>, P: Position, const N: usize> EndsWith<T, P>
    for ReversedContent<PaddedString<N, '\0'>>
{
    fn ends_with(part: &str, side: Side, out: &mut Vec<u8>) -> Option<Side> {
        starts_with::<N>(text::reversed_text(part).as_bytes(), side, out)
    }
}
