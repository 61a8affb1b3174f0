//! Integers: big-endian, so that bytes compare as the numbers do. A signed integer has its sign bit flipped.

use crate::wire::sink::Sink;
use core::fmt;

/// An integer whose width is known at run time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Number {
    Unsigned(u128),
    Signed(i128),
}

/// The bits in which an integer in two's complement differs from what is stored: the sign bit of a signed one.
pub(crate) const fn flipped(width: usize, signed: bool) -> u128 {
    if signed { 1 << (8 * width - 1) } else { 0 }
}

/// The unsigned number of at most 16 bytes.
pub(crate) fn big_endian(bytes: &[u8]) -> u128 {
    bytes.iter().fold(0, |number, byte| number << 8 | u128::from(*byte))
}

/// The bits that a number of `width` bytes has fewer than the widest.
fn spare_bits(width: usize) -> usize {
    128 - 8 * width.clamp(1, 16)
}

impl Number {
    /// Returns the greatest unsigned number of `width` bytes.
    pub(crate) fn max_unsigned(width: usize) -> u128 {
        u128::MAX >> spare_bits(width)
    }

    /// Returns the least and the greatest signed number of `width` bytes.
    pub(crate) fn signed_range(width: usize) -> core::ops::RangeInclusive<i128> {
        i128::MIN >> spare_bits(width)..=i128::MAX >> spare_bits(width)
    }

    /// Reads an integer from all of its bytes.
    pub(crate) fn read(bytes: &[u8], signed: bool) -> Self {
        let stored = big_endian(bytes);
        if signed {
            Self::Signed(Self::signed_range(bytes.len()).start().wrapping_add_unsigned(stored))
        } else {
            Self::Unsigned(stored)
        }
    }

    /// Appends an integer that fits into `width` bytes.
    pub(crate) fn write<S: Sink>(self, width: usize, out: &mut S) {
        let (bytes, signed) = match self {
            Self::Unsigned(number) => (number.to_be_bytes(), false),
            Self::Signed(number) => (number.to_be_bytes(), true),
        };
        let stored = (u128::from_be_bytes(bytes) ^ flipped(width, signed)).to_be_bytes();
        out.put(stored.get(stored.len().saturating_sub(width)..).unwrap_or_default());
    }

    pub(crate) fn is_zero(self) -> bool {
        matches!(self, Self::Unsigned(0) | Self::Signed(0))
    }

    /// Returns the Euclidean remainder.
    pub(crate) fn modulo(self, count: u64) -> Option<u64> {
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
