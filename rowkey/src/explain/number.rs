//! Numbers, whose width a description says.

use core::fmt;

#[derive(Clone, Copy)]
pub(super) enum Number {
    Unsigned(u128),
    Signed(i128),
}

impl Number {
    pub(super) fn is_zero(self) -> bool {
        matches!(self, Self::Unsigned(0) | Self::Signed(0))
    }

    /// The Euclidean remainder.
    pub(super) fn modulo(self, count: u64) -> Option<u64> {
        match self {
            Self::Unsigned(number) => u64::try_from(number.checked_rem(count.into())?).ok(),
            Self::Signed(number) => u64::try_from(number.checked_rem_euclid(count.into())?).ok(),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsigned(number) => number.fmt(f),
            Self::Signed(number) => number.fmt(f),
        }
    }
}

/// The number that digits are, or where the first stands that is none, unless the number was too great before.
pub(super) fn decimal(digits: &[u8], max: u128) -> Result<u128, Option<(usize, u8)>> {
    // Decoding reads eight at a time into 64 bits, or 128 for the widest types, and reports what it meets first.
    const AT_ONCE: usize = 8;
    let most = if max > u128::from(u64::MAX) { u128::MAX } else { u128::from(u64::MAX) };
    let (first, rest) = digits.split_at_checked(digits.len() % AT_ONCE).unwrap_or((&[], digits));
    let mut number = 0u128;
    for digit in [first].into_iter().chain(rest.chunks(AT_ONCE)).flat_map(|eight| {
        let all_digits = eight.iter().all(u8::is_ascii_digit);
        eight.iter().map(move |byte| all_digits.then(|| byte - b'0'))
    }) {
        let Some(digit) = digit else {
            return Err(digits
                .iter()
                .enumerate()
                .find(|(_, byte)| !byte.is_ascii_digit())
                .map(|(at, byte)| (at, *byte)));
        };
        let next = number.checked_mul(10).and_then(|number| number.checked_add(digit.into()));
        number = next.filter(|number| *number <= most).ok_or(None)?;
    }
    if number <= max { Ok(number) } else { Err(None) }
}

/// The number of at most 16 bytes.
pub(super) fn big_endian(bytes: &[u8]) -> u128 {
    bytes.iter().fold(0, |number, byte| number << 8 | u128::from(*byte))
}
