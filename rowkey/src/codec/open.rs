//! Variable-length fields: strings and bytes.
//!
//! As the last field of a key they are stored unchanged. Elsewhere they need a terminator: the key's delimiter or
//! terminator, or 00 00, where each 00 of the content is written as 00 FF. A single 00 as terminator would be ambiguous
//! before a field that starts with FF.

#![allow(clippy::inline_always, reason = "measured, see `read::take`")]

use crate::codec::position::{HoldsAll, Position, Sorts, Verbatim};
use crate::codec::reversed::ReversedContent;
use crate::codec::{DecodeField, EndsWith, FieldCodec, Ordered, Side, StartsWith, Total, check_as};
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::Encoding;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use crate::wire::terminator::Terminator;
use crate::wire::text::{self, Content};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// The codec of strings.
#[derive(Debug)]
pub struct OpenText;

/// The codec of bytes.
#[derive(Debug)]
pub struct OpenBytes;

/// An owned or borrowed string or byte string.
pub trait OpenField {
    /// `str` or `[u8]`.
    type Borrowed: Content + ?Sized;

    /// The content.
    fn content(&self) -> &Self::Borrowed;
}

/// Made from a string or bytes that may have to be owned.
pub trait FromOpen<'de>: OpenField + Sized {
    /// Makes the value from its content.
    ///
    /// # Errors
    /// A string is not UTF-8.
    fn from_open(content: Cow<'de, [u8]>) -> Result<Self, DecodeErrorKind>;

    /// Makes the value from its content in reverse.
    ///
    /// # Errors
    /// A string is not UTF-8.
    fn from_reversed(content: Cow<'de, [u8]>) -> Result<Self, DecodeErrorKind>;
}

/// Borrows from the key.
pub(crate) trait BorrowOpen<'de>: OpenField + Sized {
    /// Makes the value from bytes of the key.
    ///
    /// # Errors
    /// A string is not UTF-8.
    fn borrow_open(content: &'de [u8]) -> Result<Self, DecodeErrorKind>;
}

macro_rules! open_fields {
    ($codec:ident, $content:ty, $owned:ty, $boxed:ty, $cow:path, $part:path, $reverse:path) => {
        open_fields!(@owned $codec, $content, $owned, $cow, $reverse, []);
        open_fields!(@owned $codec, $content, $boxed, $cow, $reverse, []);
        open_fields!(@owned $codec, $content, Cow<'de, $content>, $cow, $reverse, ['de]);

        impl OpenField for &$content {
            type Borrowed = $content;

            #[inline]
            fn content(&self) -> &$content {
                self
            }
        }

        impl<'a, 'de: 'a> BorrowOpen<'de> for &'a $content {
            #[inline]
            fn borrow_open(content: &'de [u8]) -> Result<Self, DecodeErrorKind> {
                $part(content)
            }
        }
    };
    (@owned $codec:ident, $content:ty, $type:ty, $cow:path, $reverse:path, [$($lifetime:lifetime)?]) => {
        impl$(<$lifetime>)? OpenField for $type {
            type Borrowed = $content;

            #[inline]
            fn content(&self) -> &$content {
                self
            }
        }

        open_fields!(@from $content, $type, $cow, $reverse, [$($lifetime)?]);
    };
    (@from $content:ty, $type:ty, $cow:path, $reverse:path, []) => {
        impl<'de> FromOpen<'de> for $type {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_open(content: Cow<'de, [u8]>) -> Result<Self, DecodeErrorKind> {
                Ok($cow(content)?.into_owned().into())
            }

            fn from_reversed(content: Cow<'de, [u8]>) -> Result<Self, DecodeErrorKind> {
                Ok($reverse(&*$cow(content)?).into())
            }
        }
    };
    (@from $content:ty, $type:ty, $cow:path, $reverse:path, [$lifetime:lifetime]) => {
        impl<'a, 'de: 'a> FromOpen<'de> for Cow<'a, $content> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_open(content: Cow<'de, [u8]>) -> Result<Self, DecodeErrorKind> {
                $cow(content)
            }

            fn from_reversed(content: Cow<'de, [u8]>) -> Result<Self, DecodeErrorKind> {
                Ok(Cow::Owned($reverse(&*$cow(content)?)))
            }
        }
    };
}

open_fields!(OpenText, str, String, Box<str>, text::utf8_cow, text::utf8, text::reversed_text);
open_fields!(OpenBytes, [u8], Vec<u8>, Box<[u8]>, Ok, Ok, text::reversed_bytes);

fn reversed<B: Content + ?Sized>(content: &B) -> Vec<u8> {
    let mut reversed = Vec::with_capacity(content.as_raw().len());
    content.each_reversed(|bytes| reversed.extend_from_slice(bytes));
    reversed
}

pub(crate) fn write_bound<P: Position>(bytes: &[u8], side: Side, out: &mut Vec<u8>) -> Side {
    match P::TERMINATOR {
        Terminator::None => {
            out.extend_from_slice(bytes);
            if side == Side::After {
                // The next string there is: without an end, what begins with `bytes` does not equal it.
                out.push(0);
            }
            Side::Before
        }
        Terminator::Escaped => {
            text::write_escaped(bytes, out);
            out.extend_from_slice(&[0, 0]);
            side
        }
        Terminator::Char(end) => {
            let held = memchr::memchr(end, bytes).and_then(|at| bytes.get(..at));
            out.extend_from_slice(held.unwrap_or(bytes));
            out.push(end);
            // A value that contains the terminator would come directly after the part before its terminator.
            if held.is_some() { Side::After } else { side }
        }
    }
}

fn starts_with<P: Position>(part: &[u8], side: Side, out: &mut Vec<u8>) -> Option<Side> {
    match P::TERMINATOR {
        Terminator::None => out.extend_from_slice(part),
        Terminator::Escaped => text::write_escaped(part, out),
        Terminator::Char(end) => {
            if memchr::memchr(end, part).is_some() {
                return None;
            }
            out.extend_from_slice(part);
        }
    }
    Some(side)
}

macro_rules! open_codec {
    ($codec:ident, $content:ty, $encoding:ident) => {
        #[diagnostic::do_not_recommend]
        impl<T: OpenField<Borrowed = $content>> FieldCodec<T> for $codec {
            type Arg<'a>
                = &'a $content
            where
                T: 'a;
            type Part = $content;
            const ENCODING: &'static Encoding = &Encoding::$encoding;

            #[inline]
            fn arg(value: &T) -> &$content {
                value.content()
            }

            #[inline]
            fn encode<P: Position, S: Sink>(arg: &$content, out: &mut S) -> Result<usize, EncodeErrorKind> {
                text::write(arg.as_raw(), P::TERMINATOR, out)
            }

            #[inline]
            fn size(arg: &$content) -> usize {
                arg.len() + Terminator::Escaped.width()
            }

            fn check<P: Position>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
                check_as::<Cow<'_, $content>, Self, P>(reader)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<T: OpenField<Borrowed = $content>, P: HoldsAll> Total<T, P> for $codec {}

        #[diagnostic::do_not_recommend]
        impl<'de, T, P: Position> DecodeField<'de, T, P> for $codec
        where
            T: FromOpen<'de, Borrowed = $content>,
        {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
                let offset = reader.offset();
                let (content, terminator) = reader.open(P::TERMINATOR)?;
                match T::from_open(content) {
                    Ok(value) => Ok((value, terminator)),
                    Err(kind) => Err(DecodeError::new(offset, kind)),
                }
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'a, 'de: 'a, P: Verbatim> DecodeField<'de, &'a $content, P> for $codec {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode(reader: &mut Reader<'de>) -> Result<(&'a $content, usize), DecodeError> {
                let offset = reader.offset();
                let (content, terminator) = reader.open(P::TERMINATOR)?;
                match content {
                    Cow::Borrowed(bytes) => <&'a $content>::borrow_open(bytes),
                    Cow::Owned(_) => Err(DecodeErrorKind::NotCanonical),
                }
                .map(|value| (value, terminator))
                .map_err(|kind| DecodeError::new(offset, kind))
            }
        }

        #[diagnostic::do_not_recommend]
        impl<T: OpenField<Borrowed = $content>, P: Sorts> Ordered<T, P> for $codec {
            fn write_bound(arg: &$content, side: Side, out: &mut Vec<u8>) -> Side {
                write_bound::<P>(arg.as_raw(), side, out)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<T: OpenField<Borrowed = $content>, P: Position> StartsWith<T, P> for $codec {
            fn starts_with(part: &$content, side: Side, out: &mut Vec<u8>) -> Option<Side> {
                starts_with::<P>(part.as_raw(), side, out)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<T: OpenField<Borrowed = $content>> FieldCodec<T> for ReversedContent<$codec> {
            type Arg<'a>
                = &'a $content
            where
                T: 'a;
            type Part = $content;
            const ENCODING: &'static Encoding = &Encoding::reversed(&Encoding::$encoding);

            #[inline]
            fn arg(value: &T) -> &$content {
                value.content()
            }

            fn encode<P: Position, S: Sink>(arg: &$content, out: &mut S) -> Result<usize, EncodeErrorKind> {
                text::write_reversed(arg, P::TERMINATOR, out)
            }

            #[inline]
            fn size(arg: &$content) -> usize {
                arg.len() + Terminator::Escaped.width()
            }

            fn check<P: Position>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
                check_as::<Cow<'_, $content>, Self, P>(reader)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<T: OpenField<Borrowed = $content>, P: HoldsAll> Total<T, P> for ReversedContent<$codec> {}

        #[diagnostic::do_not_recommend]
        impl<'de, T, P: Position> DecodeField<'de, T, P> for ReversedContent<$codec>
        where
            T: FromOpen<'de, Borrowed = $content>,
        {
            fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
                let offset = reader.offset();
                let (content, terminator) = reader.open(P::TERMINATOR)?;
                T::from_reversed(content)
                    .map(|value| (value, terminator))
                    .map_err(|kind| DecodeError::new(offset, kind))
            }
        }

        #[diagnostic::do_not_recommend]
        impl<T: OpenField<Borrowed = $content>, P: Position> EndsWith<T, P> for ReversedContent<$codec> {
            fn ends_with(part: &$content, side: Side, out: &mut Vec<u8>) -> Option<Side> {
                starts_with::<P>(&reversed(part), side, out)
            }
        }
    };
}

open_codec!(OpenText, str, Text);
open_codec!(OpenBytes, [u8], Bytes);
