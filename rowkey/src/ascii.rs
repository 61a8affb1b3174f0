//! Digits in ASCII.

/// Returns 9 minus the digit. Maps every non-digit to a non-digit.
#[inline]
pub(crate) const fn nines_complement(digit: u8) -> u8 {
    (b'0' + b'9').wrapping_sub(digit)
}

/// The hex digit of a number below 16, which a constant can compute.
pub(crate) const fn ascii_hex(digit: u8) -> u8 {
    if digit < 10 { b'0' + digit } else { b'a' + digit - 10 }
}

/// Returns bytes as lower-case hex digits.
pub(crate) fn to_hex<const W: usize>(bytes: &[u8]) -> [u8; W] {
    let mut hex = [b'0'; W];
    for (digit, nibble) in hex.iter_mut().zip(hex_digits(bytes)) {
        *digit = nibble;
    }
    hex
}

/// Returns the lower-case hex digits of bytes.
pub(crate) fn hex_digits(bytes: &[u8]) -> impl Iterator<Item = u8> {
    bytes.iter().flat_map(|byte| [ascii_hex(byte >> 4), ascii_hex(byte & 0x0F)])
}
