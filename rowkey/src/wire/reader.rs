//! A cursor that reads the bytes of an encoded key from first to last.

use crate::error::{DecodeError, DecodeErrorKind};
use crate::wire::terminator::Terminator;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A cursor over an encoded key. A [`Format`](crate::format::Format) reads its values with this cursor. Every error contains an
/// offset in the key. In a descending field, all methods read the complement of the stored bytes.
#[derive(Debug, Clone)]
pub struct Reader<'de> {
    rest: &'de [u8],
    /// The offset in the key at which `rest` ends.
    end: usize,
    /// FF within a complemented field, 00 elsewhere. Every byte that is read is combined with the mask by exclusive or.
    /// Only `raw` and `unread` return bytes as they are stored.
    mask: u8,
}

impl<'de> Reader<'de> {
    /// Creates a cursor at the start of bytes, such as those of a value within a value. Its offsets count from this start.
    #[inline]
    pub fn new(bytes: &'de [u8]) -> Self {
        Self { rest: bytes, end: bytes.len(), mask: 0 }
    }

    /// Returns the offset of the next byte, which counts from the start of the key.
    #[inline]
    pub fn offset(&self) -> usize {
        self.end - self.rest.len()
    }

    /// Returns the number of bytes from here to the end of the key.
    #[inline]
    pub fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// Returns the remaining bytes as they are stored, without moving the cursor.
    #[inline]
    #[doc(hidden)]
    pub fn unread(&self) -> &'de [u8] {
        self.rest
    }

    /// Calls `read`, which reads the complement of each byte, as in a complemented field.
    #[inline]
    pub fn complemented<R>(&mut self, read: impl FnOnce(&mut Self) -> R) -> R {
        self.mask = !self.mask;
        let result = read(self);
        self.mask = !self.mask;
        result
    }

    /// Returns an error about the next byte.
    #[inline]
    pub fn error(&self, kind: DecodeErrorKind) -> DecodeError {
        DecodeError::new(self.offset(), kind)
    }

    #[inline]
    fn truncated(&self, expected: usize) -> DecodeError {
        truncated(self.offset(), expected, self.rest.len())
    }

    /// Reads the next `N` bytes.
    ///
    /// # Errors
    /// Fewer bytes are left.
    #[inline]
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let Some((array, rest)) = self.rest.split_first_chunk() else {
            return Err(self.truncated(N));
        };
        self.rest = rest;
        // If this function is compiled on its own, it does not know the mask. `byte ^ mask` would then take three
        // instructions a byte.
        Ok(if self.mask == 0 { *array } else { array.map(|byte| !byte) })
    }

    /// Reads the next `N` bytes without a copy. Within a complemented field, reads nothing and returns `None`.
    #[inline]
    #[doc(hidden)]
    pub fn in_place<const N: usize>(&mut self) -> Result<Option<&'de [u8; N]>, DecodeError> {
        if self.mask != 0 {
            return Ok(None);
        }
        let Some((array, rest)) = self.rest.split_first_chunk() else {
            return Err(self.truncated(N));
        };
        self.rest = rest;
        Ok(Some(array))
    }

    /// Reads the next byte.
    ///
    /// # Errors
    /// No byte is left.
    #[inline]
    pub fn byte(&mut self) -> Result<u8, DecodeError> {
        self.array().map(|[byte]| byte)
    }

    /// Reads the next byte, which must be `byte`.
    ///
    /// # Errors
    /// No byte is left, or it is another byte. The message contains `expected`, such as "the type of a float, 20".
    pub fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), DecodeError> {
        let offset = self.offset();
        match self.byte()? {
            found if found == byte => Ok(()),
            found => Err(DecodeError::new(offset, DecodeErrorKind::NotAValue { expected, found })),
        }
    }

    /// Reads up to the next byte `end`, and this byte. Returns the bytes before it, borrowed unless they are complemented.
    ///
    /// # Errors
    /// The byte does not occur in the rest of the key.
    pub fn until(&mut self, end: u8) -> Result<Cow<'de, [u8]>, DecodeError> {
        self.content(Terminator::Char(end))
    }

    /// Reads the next `len` bytes as they are stored, even in a complemented field.
    #[inline]
    #[doc(hidden)]
    pub fn raw(&mut self, len: usize) -> Result<&'de [u8], DecodeError> {
        let Some((bytes, rest)) = self.rest.split_at_checked(len) else {
            return Err(self.truncated(len));
        };
        self.rest = rest;
        Ok(bytes)
    }

    /// Reads the next `len` bytes, borrowed unless they are complemented.
    ///
    /// # Errors
    /// Fewer bytes are left.
    #[inline]
    pub fn bytes(&mut self, len: usize) -> Result<Cow<'de, [u8]>, DecodeError> {
        let bytes = self.raw(len)?;
        Ok(self.unmasked(bytes))
    }

    /// If the next bytes are `bytes`, skips them and returns true.
    #[inline]
    pub fn skip(&mut self, bytes: &[u8]) -> bool {
        let Some((next, rest)) = self.rest.split_at_checked(bytes.len()) else {
            return false;
        };
        let equal = next.iter().zip(bytes).all(|(next, byte)| next ^ self.mask == *byte);
        if equal {
            self.rest = rest;
        }
        equal
    }

    /// Reads a variable-length field and its terminator. Returns the content, which is borrowed if it is stored
    /// unchanged, and the width of the terminator.
    #[inline]
    #[doc(hidden)]
    pub fn variable(&mut self, terminator: Terminator) -> Result<(Cow<'de, [u8]>, usize), DecodeError> {
        Ok((self.content(terminator)?, terminator.width()))
    }

    #[inline]
    fn content(&mut self, terminator: Terminator) -> Result<Cow<'de, [u8]>, DecodeError> {
        match terminator {
            Terminator::None => self.bytes(self.rest.len()),
            Terminator::Escaped => self.escaped(),
            Terminator::Char(terminator) => {
                let len = memchr::memchr(terminator ^ self.mask, self.rest);
                let Some((bytes, rest)) = len.and_then(|len| split_around::<1>(self.rest, len)) else {
                    return Err(no_terminator(self.offset(), Some(terminator.into())));
                };
                self.rest = rest;
                Ok(self.unmasked(bytes))
            }
        }
    }

    /// Reads an escaped field and its terminator. Most fields contain no 00, and are borrowed unless they are
    /// complemented. [`unescape`] copies the others.
    #[inline]
    fn escaped(&mut self) -> Result<Cow<'de, [u8]>, DecodeError> {
        let Some(zero) = memchr::memchr(self.mask, self.rest) else {
            return Err(no_terminator(self.offset(), None));
        };
        match split_around::<2>(self.rest, zero) {
            Some((bytes, rest)) if self.rest.get(zero + 1) == Some(&self.mask) => {
                self.rest = rest;
                Ok(self.unmasked(bytes))
            }
            _ => {
                let (content, rest) = unescape(self.rest, self.end, self.mask)?;
                self.rest = rest;
                Ok(Cow::Owned(content))
            }
        }
    }

    /// Reads a self-delimiting value of the codec with the given name. `encoded_len` returns the length of the value at the
    /// start of the given bytes, or `None` if the end of the value is missing.
    #[doc(hidden)]
    pub fn self_delimited(
        &mut self,
        encoded_len: impl Fn(&[u8]) -> Option<usize>,
        codec: &'static str,
    ) -> Result<Cow<'de, [u8]>, DecodeError> {
        // `unmasked` copies complemented bytes. To copy all remaining bytes for each element of a list would take
        // quadratic time, so begin with 64 bytes.
        let mut seen = if self.mask == 0 { self.rest.len() } else { 64 };
        loop {
            let start = self.rest.get(..seen).unwrap_or(self.rest);
            match encoded_len(&self.unmasked(start)) {
                Some(len) => return self.bytes(len),
                None if start.len() == self.rest.len() => {
                    return Err(self.error(DecodeErrorKind::NoEnd { codec }));
                }
                None => seen = seen.saturating_mul(4),
            }
        }
    }

    /// Reads a value that ends `tail` bytes before the end of the key. `read` must read its reader to the end.
    ///
    /// If fewer than `tail` bytes are left, `read` gets an empty reader. Even if `read` succeeds, the caller then fails
    /// to read `tail` bytes.
    #[inline]
    #[doc(hidden)]
    pub fn before_tail<R>(&mut self, tail: usize, read: impl FnOnce(&mut Self) -> R) -> R {
        let (value, rest) = self.rest.split_at(self.rest.len().saturating_sub(tail));
        let mut reader = Self { rest: value, end: self.offset() + value.len(), mask: self.mask };
        self.rest = rest;
        read(&mut reader)
    }

    #[inline]
    fn unmasked(&self, bytes: &'de [u8]) -> Cow<'de, [u8]> {
        if self.mask == 0 { Cow::Borrowed(bytes) } else { Cow::Owned(bytes.iter().map(|byte| !byte).collect()) }
    }
}

// The functions below that are not inlined have no parameter `&Reader`. A reference would force the whole reader out of
// registers and into memory.

#[cold]
#[inline(never)]
fn truncated(offset: usize, expected: usize, found: usize) -> DecodeError {
    DecodeError::new(offset, DecodeErrorKind::Truncated { expected, found })
}

#[cold]
#[inline(never)]
fn no_terminator(offset: usize, separator: Option<char>) -> DecodeError {
    DecodeError::new(offset, DecodeErrorKind::NoTerminator { separator })
}

/// Splits `bytes` around a terminator of `N` bytes: into the first `len` bytes, and the bytes after the terminator.
#[inline]
fn split_around<const N: usize>(bytes: &[u8], len: usize) -> Option<(&[u8], &[u8])> {
    let (before, rest) = bytes.split_at_checked(len)?;
    Some((before, rest.get(N..)?))
}

/// Returns the content of an escaped field, and the bytes after its terminator.
#[inline(never)]
fn unescape(bytes: &[u8], end: usize, mask: u8) -> Result<(Vec<u8>, &[u8]), DecodeError> {
    // In a field, 00 FF is an escaped 00, and 00 00 is the terminator.
    const ESCAPED_ZERO: u8 = 0xFF;
    const TERMINATOR: u8 = 0x00;
    let mut reader = Reader { rest: bytes, end, mask };
    let mut content = Vec::new();
    loop {
        let Some(len) = memchr::memchr(mask, reader.rest) else {
            return Err(no_terminator(reader.offset(), None));
        };
        let bytes = reader.raw(len)?;
        reader.raw(1)?;
        content.extend(bytes.iter().map(|byte| byte ^ mask));
        match reader.byte()? {
            TERMINATOR => return Ok((content, reader.rest)),
            ESCAPED_ZERO => content.push(0),
            found => {
                let offset = reader.offset() - 1;
                return Err(DecodeError::new(offset, DecodeErrorKind::BadEscape { found }));
            }
        }
    }
}
