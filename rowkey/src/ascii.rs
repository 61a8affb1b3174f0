//! Digits in ASCII.

/// 9 minus the digit; of a byte that is no digit, one that is none either.
#[inline]
pub(crate) const fn nines_complement(digit: u8) -> u8 {
    (b'0' + b'9').wrapping_sub(digit)
}

/// The hex digit of a number below 16, which a constant can compute.
pub(crate) const fn ascii_hex(digit: u8) -> u8 {
    if digit < 10 { b'0' + digit } else { b'a' + digit - 10 }
}
