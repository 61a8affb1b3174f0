//! Varints (LEB128): integers in as many bytes as they need.

use crate::error::{DecodeError, DecodeErrorKind};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;

/// The highest bit of a byte, which is set if another byte follows.
const MORE: u8 = 0x80;

/// Appends a LEB128: groups of seven bits, the least significant first. Every byte except the last has its highest bit
/// set. For example, 300 is stored as `AC 02`.
#[allow(clippy::cast_possible_truncation, reason = "only the low byte is needed")]
pub(crate) fn write_leb128<S: Sink>(mut number: u128, out: &mut S) {
    while number >= MORE.into() {
        out.put_array([number as u8 | MORE]);
        number >>= 7;
    }
    out.put_array([number as u8]);
}

/// Reads a number that [`write_leb128`] has appended.
///
/// # Errors
/// The key ends too early, or the number has more bytes than it needs or more than 128 bits.
pub(crate) fn read_leb128(reader: &mut Reader<'_>) -> Result<u128, DecodeError> {
    let offset = reader.offset();
    let error = |kind| DecodeError::new(offset, kind);
    let mut number = 0;
    let mut shift = 0;
    loop {
        let byte = reader.byte()?;
        let group = u128::from(byte & !MORE);
        if shift >= 128 || group << shift >> shift != group {
            return Err(error(DecodeErrorKind::OutOfRange));
        }
        number |= group << shift;
        if byte & MORE == 0 {
            let is_canonical = byte != 0 || shift == 0;
            return if is_canonical { Ok(number) } else { Err(error(DecodeErrorKind::NotCanonical)) };
        }
        shift += 7;
    }
}
