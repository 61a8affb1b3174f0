//! The length prefix of a string or of bytes.

use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;
use crate::wire::varint;

/// The form of the length before a string or bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LengthForm {
    /// A big-endian number with this many bytes.
    Big(usize),
    /// A little-endian number with this many bytes.
    Little(usize),
    /// Groups of seven bits, the least significant first: LEB128.
    Varint,
}

impl LengthForm {
    pub const fn max(self) -> u64 {
        match self {
            Self::Big(width) | Self::Little(width) if width < 8 => (1 << (8 * width)) - 1,
            _ => u64::MAX,
        }
    }

    /// Returns the width of an empty value with its length prefix.
    pub const fn min_width(self) -> usize {
        match self {
            Self::Big(width) | Self::Little(width) => width,
            Self::Varint => 1,
        }
    }

    /// Returns the width of the longest value with its length. A limit above 64 KiB does not matter in practice, so the
    /// result is `None` for a longer length prefix and for a varint.
    pub const fn max_width(self) -> Option<usize> {
        match self {
            Self::Big(width @ (1 | 2)) | Self::Little(width @ (1 | 2)) => Some(width + (1 << (8 * width)) - 1),
            _ => None,
        }
    }

    /// Appends a length.
    ///
    /// # Errors
    /// The length is greater than [`Self::max`].
    #[inline]
    pub fn write<S: Sink>(self, len: usize, out: &mut S) -> Result<(), EncodeErrorKind> {
        // `usize` has at most 64 bits.
        let number = u64::try_from(len).unwrap_or(u64::MAX);
        if number > self.max() {
            return Err(too_long(len, self.max()));
        }
        match self {
            Self::Big(width) => out.put(number.to_be_bytes().get(8 - width..).unwrap_or_default()),
            Self::Little(width) => {
                let mut bytes = number.to_be_bytes();
                bytes.reverse();
                out.put(bytes.get(..width).unwrap_or_default());
            }
            Self::Varint => varint::write_leb128(number.into(), out),
        }
        Ok(())
    }

    /// Reads a length.
    ///
    /// # Errors
    /// The key ends too early, or a varint has more bytes than it needs or more than 64 bits.
    #[inline]
    pub fn read(self, reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
        let offset = reader.offset();
        let number = match self {
            Self::Big(width) => reader.bytes(width)?.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)),
            Self::Little(width) => {
                reader.bytes(width)?.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
            }
            Self::Varint => {
                let number = varint::read_leb128(reader)?;
                u64::try_from(number).map_err(|_| DecodeError::new(offset, DecodeErrorKind::OutOfRange))?
            }
        };
        // A length that does not fit into `usize` is longer than the key. With `usize::MAX`, the caller reports that
        // the key ends too early.
        Ok(usize::try_from(number).unwrap_or(usize::MAX))
    }
}

#[cold]
fn too_long(len: usize, max: u64) -> EncodeErrorKind {
    EncodeErrorKind::LengthTooGreat { len, max }
}
