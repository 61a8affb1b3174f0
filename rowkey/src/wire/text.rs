//! Writes and reads strings and bytes of variable length, with a terminator or padded to a width.

use crate::error::{DecodeError, EncodeErrorKind};
use crate::notation::quoted_bytes;
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use crate::wire::terminator::Terminator;
use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;

/// The content of a variable-length field: `str` or `[u8]`.
pub trait Content: ToOwned + 'static {
    /// Returns the bytes of the content.
    fn as_raw(&self) -> &[u8];

    /// Returns the content of stored bytes. Returns `None` for a string that is not UTF-8.
    fn from_stored(bytes: Cow<'_, [u8]>) -> Option<Cow<'_, Self>>;

    /// Returns the characters or bytes in reverse.
    fn to_reversed(&self) -> Self::Owned;

    /// Returns the content as `explain` prints it: quoted, and escaped where necessary.
    fn shown(&self) -> String;

    /// Calls `put` with the bytes of each character of a string, or with each byte of a `[u8]`, from the last to the
    /// first.
    fn each_reversed(&self, put: impl FnMut(&[u8]));
}

impl Content for str {
    #[inline]
    fn as_raw(&self) -> &[u8] {
        self.as_bytes()
    }

    #[inline]
    fn from_stored(bytes: Cow<'_, [u8]>) -> Option<Cow<'_, Self>> {
        match bytes {
            Cow::Borrowed(bytes) => core::str::from_utf8(bytes).ok().map(Cow::Borrowed),
            Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
        }
    }

    fn to_reversed(&self) -> String {
        self.chars().rev().collect()
    }

    fn shown(&self) -> String {
        alloc::format!("{self:?}")
    }

    fn each_reversed(&self, mut put: impl FnMut(&[u8])) {
        for character in self.chars().rev() {
            put(character.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
}

impl Content for [u8] {
    #[inline]
    fn as_raw(&self) -> &[u8] {
        self
    }

    #[inline]
    fn from_stored(bytes: Cow<'_, [u8]>) -> Option<Cow<'_, Self>> {
        Some(bytes)
    }

    fn to_reversed(&self) -> Vec<u8> {
        self.iter().rev().copied().collect()
    }

    fn shown(&self) -> String {
        quoted_bytes(self)
    }

    fn each_reversed(&self, mut put: impl FnMut(&[u8])) {
        for byte in self.iter().rev() {
            put(&[*byte]);
        }
    }
}

/// Appends content and its terminator. Returns the width of the terminator.
#[inline]
pub fn write<S: Sink>(content: &[u8], terminator: Terminator, out: &mut S) -> Result<usize, EncodeErrorKind> {
    match terminator {
        Terminator::None => out.put(content),
        Terminator::Escaped => {
            write_escaped(content, out);
            out.put_array([0, 0]);
        }
        Terminator::Char(end) => {
            reject_terminator(content, end)?;
            out.put(content);
            out.put_array([end]);
        }
    }
    Ok(terminator.width())
}

/// Like [`write`], but writes the characters or bytes of the content in reverse.
pub fn write_reversed<S: Sink, B: Content + ?Sized>(
    content: &B,
    terminator: Terminator,
    out: &mut S,
) -> Result<usize, EncodeErrorKind> {
    match terminator {
        Terminator::None => content.each_reversed(|bytes| out.put(bytes)),
        Terminator::Escaped => {
            content.each_reversed(|bytes| write_escaped(bytes, out));
            out.put_array([0, 0]);
        }
        Terminator::Char(end) => {
            reject_terminator(content.as_raw(), end)?;
            content.each_reversed(|bytes| out.put(bytes));
            out.put_array([end]);
        }
    }
    Ok(terminator.width())
}

/// Appends content with each 00 written as 00 FF. Most strings contain no 00 and are copied at once.
#[inline]
pub fn write_escaped<S: Sink>(content: &[u8], out: &mut S) {
    out.put_escaped(content);
}

/// Checks that content does not contain its terminator. Called before the content is reversed, because the error
/// contains the offset in the value.
#[inline]
fn reject_terminator(content: &[u8], terminator: u8) -> Result<(), EncodeErrorKind> {
    if contains_byte(content, terminator) {
        let offset = memchr::memchr(terminator, content).unwrap_or_default();
        return Err(EncodeErrorKind::ContainsSeparator { separator: char::from(terminator), offset });
    }
    Ok(())
}

#[inline]
pub(super) fn contains_byte(content: &[u8], byte: u8) -> bool {
    // From 16 bytes on, `memchr` compares many bytes with one instruction.
    if content.len() < 16 { short_contains_byte(content, byte) } else { memchr::memchr(byte, content).is_some() }
}

/// Not inlined, because each text field of each key would get a copy of this code. `content` has at most 16 bytes.
#[inline(never)]
fn short_contains_byte(content: &[u8], byte: u8) -> bool {
    const ONES: u64 = u64::from_be_bytes([1; 8]);
    debug_assert!(content.len() <= 16, "only the first and the last eight bytes are compared");
    let is_in = |word: &[u8; 8]| {
        // Each byte that is equal to `byte` becomes 00. If no byte is 00, subtracting 1 from every byte sets no highest
        // bit that was not set before.
        let word = u64::from_be_bytes(*word) ^ (ONES * u64::from(byte));
        word.wrapping_sub(ONES) & !word & (ONES << 7) != 0
    };
    match content.last_chunk() {
        // The first and the last eight bytes overlap, or are next to each other.
        Some(last) => is_in(last) || content.first_chunk().is_some_and(is_in),
        None => content.contains(&byte),
    }
}

#[inline]
pub fn write_padded<S: Sink>(text: &str, width: usize, pad: u8, out: &mut S) -> Result<(), EncodeErrorKind> {
    let padding = padding_len(text, width)?;
    if text.as_bytes().last() == Some(&pad) {
        return Err(EncodeErrorKind::EndsInPad { pad: char::from(pad) });
    }
    out.put(text.as_bytes());
    out.put_repeated(pad, padding);
    Ok(())
}

pub fn write_padded_reversed<S: Sink>(text: &str, width: usize, pad: u8, out: &mut S) -> Result<(), EncodeErrorKind> {
    let padding = padding_len(text, width)?;
    if text.as_bytes().first() == Some(&pad) {
        return Err(EncodeErrorKind::BeginsWithPad { pad: char::from(pad) });
    }
    text.each_reversed(|bytes| out.put(bytes));
    out.put_repeated(pad, padding);
    Ok(())
}

#[inline]
fn padding_len(text: &str, width: usize) -> Result<usize, EncodeErrorKind> {
    width.checked_sub(text.len()).ok_or(EncodeErrorKind::TooLong { len: text.len(), width })
}

/// Reads text that is padded to `width` bytes, without its padding.
pub fn read_padded<'de>(reader: &mut Reader<'de>, width: usize, pad: u8) -> Result<Cow<'de, [u8]>, DecodeError> {
    Ok(match reader.bytes(width)? {
        Cow::Borrowed(bytes) => Cow::Borrowed(without_pad(bytes, pad)),
        Cow::Owned(mut bytes) => {
            bytes.truncate(without_pad(&bytes, pad).len());
            Cow::Owned(bytes)
        }
    })
}

#[inline]
pub fn without_pad(bytes: &[u8], pad: u8) -> &[u8] {
    let len = bytes.iter().rposition(|byte| *byte != pad).map_or(0, |last| last + 1);
    bytes.get(..len).unwrap_or(bytes)
}
