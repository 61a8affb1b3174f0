//! Varints: integers in as many bytes as they need, in the forms of several systems.

use crate::error::{DecodeError, DecodeErrorKind};
use crate::wire::reader::Reader;
use crate::wire::sink::Sink;

/// The highest bit of a byte, which is set if another byte follows.
const MORE: u8 = 0x80;

/// Appends a LEB128: groups of seven bits, the least significant first. Every byte except the last has its highest bit
/// set. For example, 300 is stored as `AC 02`.
#[allow(clippy::cast_possible_truncation, reason = "only the low byte is needed")]
pub fn write_leb128<S: Sink>(mut number: u128, out: &mut S) {
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
pub fn read_leb128(reader: &mut Reader<'_>) -> Result<u128, DecodeError> {
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

/// Returns the length of the number at the start of `bytes`, or `None` if its last byte is missing.
pub fn encoded_len(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| byte & MORE == 0).map(|last| last + 1)
}

/// Appends a Bitcoin varint: groups of seven bits, the most significant first. Every byte except the last has its
/// highest bit set. After each group, the rest of the number is decremented by one, so that no number has two
/// encodings: 127 is stored as `7F`, 128 as `80 00`, and 256 as `81 00`.
#[allow(clippy::cast_possible_truncation, reason = "only the low byte is needed")]
pub fn write_bitcoin<S: Sink>(mut number: u128, out: &mut S) {
    // 128 bits have 19 groups.
    let mut groups = [0; 19];
    let mut last = true;
    let mut count = 0;
    for group in groups.iter_mut().rev() {
        count += 1;
        *group = number as u8 & !MORE | if last { 0 } else { MORE };
        last = false;
        if number < MORE.into() {
            break;
        }
        number = (number >> 7) - 1;
    }
    out.put(groups.get(groups.len() - count..).unwrap_or_default());
}

/// Reads a number that [`write_bitcoin`] has appended.
///
/// # Errors
/// The key ends too early, or the number has more than 128 bits.
pub fn read_bitcoin(reader: &mut Reader<'_>) -> Result<u128, DecodeError> {
    let offset = reader.offset();
    let too_great = || DecodeError::new(offset, DecodeErrorKind::OutOfRange);
    let mut number: u128 = 0;
    loop {
        let byte = reader.byte()?;
        if number >> 121 != 0 {
            return Err(too_great());
        }
        number = number << 7 | u128::from(byte & !MORE);
        if byte & MORE == 0 {
            return Ok(number);
        }
        number = number.checked_add(1).ok_or_else(too_great)?;
    }
}

/// Appends a VLQ: groups of seven bits, the most significant first. Every byte except the last has its highest bit set.
/// For example, 300 is stored as `82 2C`.
#[allow(clippy::cast_possible_truncation, reason = "only the low byte is needed")]
pub fn write_vlq<S: Sink>(number: u128, out: &mut S) {
    let groups = (128 - number.leading_zeros()).div_ceil(7).max(1);
    for group in (0..groups).rev() {
        let more = if group == 0 { 0 } else { MORE };
        out.put_array([(number >> (7 * group)) as u8 & !MORE | more]);
    }
}

/// Reads a number that [`write_vlq`] has appended.
///
/// # Errors
/// The key ends too early, or the number has more bytes than it needs or more than 128 bits.
pub fn read_vlq(reader: &mut Reader<'_>) -> Result<u128, DecodeError> {
    let offset = reader.offset();
    let error = |kind| DecodeError::new(offset, kind);
    let mut number: u128 = 0;
    loop {
        let byte = reader.byte()?;
        if number >> 121 != 0 {
            return Err(error(DecodeErrorKind::OutOfRange));
        }
        number = number << 7 | u128::from(byte & !MORE);
        if number == 0 && byte & MORE != 0 {
            return Err(error(DecodeErrorKind::NotCanonical));
        }
        if byte & MORE == 0 {
            return Ok(number);
        }
    }
}

// The first byte of an integer of CockroachDB is a tag. In hex:
// - Tag 80 to 87: a negative number follows, in 8 bytes after tag 80 and in 1 byte after tag 87.
// - Tag 88 to F5: the number is from 0 (tag 88) to 109 (tag F5), and no byte follows.
// - Tag F6 to FD: a number above 109 follows, in 1 byte after tag F6 and in 8 bytes after tag FD.
const COCKROACH_FIRST: u8 = 0x80;
const COCKROACH_ZERO: u8 = 0x88;
const COCKROACH_LAST_SMALL: u8 = 0xF5;
const COCKROACH_LAST: u8 = 0xFD;

/// Returns the number of bytes after this tag. Returns 0 for an invalid tag.
pub fn bytes_after_cockroach_tag(tag: u8) -> usize {
    usize::from(match tag {
        COCKROACH_FIRST..COCKROACH_ZERO => COCKROACH_ZERO - tag,
        COCKROACH_LAST_SMALL..=COCKROACH_LAST => tag - COCKROACH_LAST_SMALL,
        _ => 0,
    })
}

/// Appends an integer as CockroachDB does: a tag, then as many bytes as the number needs. The number must be in the
/// range of an integer type of at most 64 bits.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the number of bytes is from 1 to 8")]
pub fn write_cockroach<S: Sink>(number: i128, out: &mut S) {
    const GREATEST_SMALL: i128 = (COCKROACH_LAST_SMALL - COCKROACH_ZERO) as i128;
    if (0..=GREATEST_SMALL).contains(&number) {
        out.put_array([COCKROACH_ZERO + number as u8]);
        return;
    }
    let width = (128 - number.unsigned_abs().leading_zeros()).div_ceil(8).clamp(1, 8) as u8;
    out.put_array([if number < 0 { COCKROACH_ZERO - width } else { COCKROACH_LAST_SMALL + width }]);
    out.put(number.to_be_bytes().get(16 - usize::from(width)..).unwrap_or_default());
}

/// Reads an integer that [`write_cockroach`] has appended. Accepts an integer in more bytes than it needs.
///
/// # Errors
/// The key ends too early, or its next byte is not the tag of an integer.
pub fn read_cockroach(reader: &mut Reader<'_>) -> Result<i128, DecodeError> {
    let offset = reader.offset();
    let tag = reader.byte()?;
    if !(COCKROACH_FIRST..=COCKROACH_LAST).contains(&tag) {
        let kind = DecodeErrorKind::NotAValue { expected: "the tag of an integer, 80 to FD", found: tag };
        return Err(DecodeError::new(offset, kind));
    }
    let width = bytes_after_cockroach_tag(tag);
    // A negative number is stored as the last bytes of its two's complement: -2 as the tag 87 and the byte FE. The
    // earlier bytes, which are not stored, are all FF. So reading starts with -1, all of whose bytes are FF.
    let sign_extension = if tag < COCKROACH_ZERO { -1 } else { 0 };
    if width == 0 {
        return Ok(i128::from(tag - COCKROACH_ZERO));
    }
    Ok(reader.bytes(width)?.iter().fold(sign_extension, |number, byte| number << 8 | i128::from(*byte)))
}
