//! ASCII digits, and separators. A separator is the character between two fields of a key, such as `'_'`.

use core::fmt;

/// Returns 9 minus the digit: `b'7'` for `b'2'`. Maps every non-digit to a non-digit.
#[inline]
pub const fn nines_complement(digit: u8) -> u8 {
    (b'0' + b'9').wrapping_sub(digit)
}

/// Returns the lower-case hex digit of a number below 16.
pub(crate) const fn ascii_hex(nibble: u8) -> u8 {
    if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 }
}

/// `W` must be twice the number of bytes.
pub(crate) fn to_hex<const W: usize>(bytes: &[u8]) -> [u8; W] {
    let mut hex = [b'0'; W];
    for (slot, digit) in hex.iter_mut().zip(hex_digits(bytes)) {
        *slot = digit;
    }
    hex
}

/// Returns the digits of the bytes, in lower case.
pub fn hex_digits(bytes: &[u8]) -> impl Iterator<Item = u8> {
    bytes.iter().flat_map(|byte| [ascii_hex(byte >> 4), ascii_hex(byte & 0x0F)])
}

/// Returns the byte of a separator. Users write a byte above 7F as the character with this number: FF as `'\u{FF}'`.
#[allow(clippy::cast_possible_truncation, reason = "the derive and layout files reject characters above FF")]
pub const fn separator_byte(separator: char) -> u8 {
    separator as u32 as u8
}

/// Prints a separator as users write it in an attribute: `'_'`, or `b'\xff'` for a byte above 7F.
pub(crate) struct SeparatorLiteral(pub(crate) char);

impl fmt::Display for SeparatorLiteral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_ascii() { write!(f, "{:?}", self.0) } else { write!(f, "b'\\x{:02x}'", separator_byte(self.0)) }
    }
}
