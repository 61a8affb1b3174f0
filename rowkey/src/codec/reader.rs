//! Reads a key from the front, and knows at which byte it is.

use crate::codec::position::End;
use crate::error::{DecodeError, DecodeErrorKind};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A key on its way to be decoded.
#[derive(Debug)]
pub struct Reader<'de> {
    rest: &'de [u8],
    len: usize,
    /// FF within a complemented field, 00 elsewhere: every byte is read through it.
    mask: u8,
}

impl<'de> Reader<'de> {
    #[inline]
    pub(crate) fn new(bytes: &'de [u8]) -> Self {
        Self { rest: bytes, len: bytes.len(), mask: 0 }
    }

    /// The byte of the key that is read next.
    #[inline]
    pub(crate) fn offset(&self) -> usize {
        self.len - self.rest.len()
    }

    #[inline]
    pub(crate) fn remaining(&self) -> usize {
        self.rest.len()
    }

    #[inline]
    pub(crate) fn complemented<R>(&mut self, read: impl FnOnce(&mut Self) -> R) -> R {
        self.mask = !self.mask;
        let result = read(self);
        self.mask = !self.mask;
        result
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn error(&self, kind: DecodeErrorKind) -> DecodeError {
        DecodeError::new(self.offset(), kind)
    }

    #[cold]
    #[inline(never)]
    fn truncated(&self, expected: usize) -> DecodeError {
        self.error(DecodeErrorKind::Truncated { expected, found: self.rest.len() })
    }

    #[inline]
    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let Some((array, rest)) = self.rest.split_first_chunk() else {
            return Err(self.truncated(N));
        };
        self.rest = rest;
        let mask = self.mask;
        Ok(array.map(|byte| byte ^ mask))
    }

    #[inline]
    pub(crate) fn byte(&mut self) -> Result<u8, DecodeError> {
        self.array().map(|[byte]| byte)
    }

    /// The next `len` bytes as they stand in the key.
    #[inline]
    pub(crate) fn raw(&mut self, len: usize) -> Result<&'de [u8], DecodeError> {
        let Some((bytes, rest)) = self.rest.split_at_checked(len) else {
            return Err(self.truncated(len));
        };
        self.rest = rest;
        Ok(bytes)
    }

    /// The next `len` bytes, borrowed where they stand verbatim.
    pub(crate) fn bytes(&mut self, len: usize) -> Result<Cow<'de, [u8]>, DecodeError> {
        let bytes = self.raw(len)?;
        Ok(self.unmasked(bytes))
    }

    /// Whether these bytes come next; if so they are read.
    pub(crate) fn skip(&mut self, bytes: &[u8]) -> bool {
        let Some((next, rest)) = self.rest.split_at_checked(bytes.len()) else {
            return false;
        };
        let equal = next.iter().zip(bytes).all(|(next, byte)| next ^ self.mask == *byte);
        if equal {
            self.rest = rest;
        }
        equal
    }

    /// An open field without its end, borrowed where its bytes stand verbatim.
    #[inline]
    pub(crate) fn open(&mut self, end: End) -> Result<Cow<'de, [u8]>, DecodeError> {
        match end {
            End::Key => self.bytes(self.rest.len()),
            End::Escaped => self.escaped(),
            End::Char(end) => {
                let Some(len) = memchr::memchr(end ^ self.mask, self.rest) else {
                    return Err(self.error(DecodeErrorKind::NoEnd { end: "delimiter or terminator" }));
                };
                let bytes = self.raw(len)?;
                self.raw(1)?;
                Ok(self.unmasked(bytes))
            }
        }
    }

    fn escaped(&mut self) -> Result<Cow<'de, [u8]>, DecodeError> {
        const ZERO: u8 = 0xFF;
        const END: u8 = 0x00;
        let mask = self.mask;
        let mut unescaped: Option<Vec<u8>> = None;
        loop {
            let Some(len) = memchr::memchr(mask, self.rest) else {
                return Err(self.error(DecodeErrorKind::NoEnd { end: "00 00" }));
            };
            let bytes = self.raw(len)?;
            self.raw(1)?;
            match self.byte()? {
                END => {
                    return Ok(match unescaped {
                        None => self.unmasked(bytes),
                        Some(mut all) => {
                            all.extend(bytes.iter().map(|byte| byte ^ mask));
                            Cow::Owned(all)
                        }
                    });
                }
                ZERO => {
                    let all = unescaped.get_or_insert_with(Vec::new);
                    all.extend(bytes.iter().map(|byte| byte ^ mask));
                    all.push(0);
                }
                found => {
                    let at = self.offset() - 1;
                    return Err(DecodeError::new(at, DecodeErrorKind::BadEscape { found }));
                }
            }
        }
    }

    #[inline]
    fn unmasked(&self, bytes: &'de [u8]) -> Cow<'de, [u8]> {
        if self.mask == 0 { Cow::Borrowed(bytes) } else { Cow::Owned(bytes.iter().map(|byte| !byte).collect()) }
    }
}
