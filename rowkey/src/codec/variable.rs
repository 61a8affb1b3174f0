//! Variable-length fields: strings and bytes.
//!
//! The last field of a key is stored unchanged. The key's delimiter or terminator follows every other variable-length
//! field, and also a last field that is complemented for descending order. A key without a delimiter or terminator
//! writes 00 00 after the content, and each 00 within the content as 00 FF. A single 00 as terminator would be
//! ambiguous before a field that starts with FF.

#![allow(clippy::inline_always, reason = "measured, see `docs/performance.md`")]

use crate::codec::content::{FromContent, borrowed, value_of};
use crate::codec::position::{AcceptsEvery, KeepsOrder, Position, Verbatim};
use crate::codec::reversed::{ReversedContent, ReversibleCodec};
use crate::codec::shown::{Shown, WrongField};
use crate::codec::{BoundPlace, DecodeField, FieldCodec, Ordered, StartsWith, Total};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use crate::wire::terminator::Terminator;
use crate::wire::text::{self, Content};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Deref;

/// The codec of strings (`B` is `str`) and of bytes (`B` is `[u8]`).
#[derive(Debug)]
pub struct VariableLength<B: ?Sized>(PhantomData<B>);

/// The content of a variable-length field: `str` or `[u8]`.
pub trait VariableContent: Content {
    const ENCODING: &'static Encoding;
}

impl VariableContent for str {
    const ENCODING: &'static Encoding = &Encoding::Text;
}

impl VariableContent for [u8] {
    const ENCODING: &'static Encoding = &Encoding::Bytes;
}

/// Implements [`Ordered::write_bound`]. Only called for positions that implement [`KeepsOrder`].
pub(crate) fn write_bound<P: Position>(bytes: &[u8], place: BoundPlace, out: &mut Vec<u8>) -> BoundPlace {
    match P::TERMINATOR {
        Terminator::None => {
            out.extend_from_slice(bytes);
            if place == BoundPlace::After {
                // Appends 00, which makes the least byte string that is greater than `bytes`, and returns `Before`.
                // Without a terminator, `After` would also skip the longer strings that begin with `bytes`.
                out.push(0);
            }
            BoundPlace::Before
        }
        Terminator::Escaped => {
            text::write_escaped(bytes, out);
            out.extend_from_slice(&[0, 0]);
            place
        }
        Terminator::Char(terminator) => {
            let before_terminator = memchr::memchr(terminator, bytes).and_then(|len| bytes.get(..len));
            out.extend_from_slice(before_terminator.unwrap_or(bytes));
            out.push(terminator);
            // No key stores a value that contains the terminator. Because the terminator is the least byte here, such a
            // value would sort directly after the value `before_terminator`.
            if before_terminator.is_some() { BoundPlace::After } else { place }
        }
    }
}

/// Implements [`StartsWith::write_starts_with_bound`].
pub(crate) fn write_starts_with_bound<P: Position>(
    start: &[u8],
    place: BoundPlace,
    out: &mut Vec<u8>,
) -> Option<BoundPlace> {
    match P::TERMINATOR {
        Terminator::Escaped => text::write_escaped(start, out),
        Terminator::Char(terminator) if memchr::memchr(terminator, start).is_some() => return None,
        Terminator::Char(_) | Terminator::None => out.extend_from_slice(start),
    }
    Some(place)
}

#[diagnostic::do_not_recommend]
impl<B: VariableContent + ?Sized, T: Deref<Target = B>> FieldCodec<T> for VariableLength<B> {
    type Arg<'a>
        = &'a B
    where
        T: 'a;
    type Slice = B;
    const ENCODING: &'static Encoding = B::ENCODING;

    #[inline]
    fn arg(value: &T) -> &B {
        value
    }

    #[inline]
    fn encode<P: Position, S: Sink>(arg: &B, out: &mut S) -> Result<usize, EncodeErrorKind> {
        text::write(arg.as_raw(), P::TERMINATOR, out)
    }

    #[inline]
    fn plain_bytes<'a>(arg: &'a &B) -> Option<&'a [u8]> {
        Some(arg.as_raw())
    }

    #[inline]
    fn size(arg: &B) -> usize {
        arg.as_raw().len() + Terminator::Escaped.width()
    }

    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        let offset = reader.offset();
        let (content, terminator) = reader.variable(P::TERMINATOR)?;
        let content = value_of::<B, Cow<'_, B>>(content, offset)?;
        Ok(Shown::plain(content.shown()).with_terminator(terminator))
    }
}

#[diagnostic::do_not_recommend]
impl<B: VariableContent + ?Sized, T: Deref<Target = B>, P: AcceptsEvery<B>> Total<T, P> for VariableLength<B> {}

#[diagnostic::do_not_recommend]
impl<'de, B: VariableContent + ?Sized, T: FromContent<'de, B>, P: Position> DecodeField<'de, T, P>
    for VariableLength<B>
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        let offset = reader.offset();
        let (content, terminator) = reader.variable(P::TERMINATOR)?;
        value_of(content, offset).map(|value| (value, terminator))
    }
}

// A macro for two types instead of a generic impl, which would overlap with the impl for `FromContent`: other crates
// could implement `FromContent` for references to their own types.
macro_rules! borrow {
    ($($content:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'a, 'de: 'a, P: Verbatim> DecodeField<'de, &'a $content, P> for VariableLength<$content> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode(reader: &mut Reader<'de>) -> Result<(&'a $content, usize), DecodeError> {
                let offset = reader.offset();
                let (content, terminator) = reader.variable(P::TERMINATOR)?;
                borrowed(content, offset).map(|value| (value, terminator))
            }
        }
    )*};
}

borrow!(str, [u8]);

#[diagnostic::do_not_recommend]
impl<B: VariableContent + ?Sized, T: Deref<Target = B>, P: KeepsOrder> Ordered<T, P> for VariableLength<B> {
    fn write_bound(arg: &B, place: BoundPlace, out: &mut Vec<u8>) -> BoundPlace {
        write_bound::<P>(arg.as_raw(), place, out)
    }
}

#[diagnostic::do_not_recommend]
impl<B: VariableContent + ?Sized, T: Deref<Target = B>, P: Position> StartsWith<T, P> for VariableLength<B> {
    fn write_starts_with_bound(start: &B, place: BoundPlace, out: &mut Vec<u8>) -> Option<BoundPlace> {
        write_starts_with_bound::<P>(start.as_raw(), place, out)
    }
}

impl<B: VariableContent + ?Sized> ReversibleCodec for VariableLength<B> {
    type Content = B;
    const REVERSED: &'static Encoding = &Encoding::reversed(B::ENCODING);

    fn size(content: &B) -> usize {
        content.as_raw().len() + Terminator::Escaped.width()
    }

    fn write_reversed<P: Position, S: Sink>(content: &B, out: &mut S) -> Result<usize, EncodeErrorKind> {
        text::write_reversed(content, P::TERMINATOR, out)
    }

    fn read_stored<'de, P: Position>(reader: &mut Reader<'de>) -> Result<(Cow<'de, [u8]>, usize), DecodeError> {
        reader.variable(P::TERMINATOR)
    }
}

#[diagnostic::do_not_recommend]
impl<B: VariableContent + ?Sized, T: Deref<Target = B>, P: AcceptsEvery<B>> Total<T, P>
    for ReversedContent<VariableLength<B>>
{
}
