//! Integers as big-endian bytes. The sign bit of a signed integer is flipped, so that the bytes sort as the numbers do.

use crate::wire::sink::Sink;
use core::fmt;

/// The value of an integer of any type. The width of the type is not part of the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// The value of an unsigned type.
    Unsigned(u128),
    /// The value of a signed type.
    Signed(i128),
}

/// Returns the bits that are flipped in the stored form of an integer: the sign bit of a signed integer, and no bit of
/// an unsigned one.
pub(crate) const fn flipped_bits(width: usize, signed: bool) -> u128 {
    if signed { 1 << (8 * width - 1) } else { 0 }
}

/// Reads at most 16 big-endian bytes as an unsigned number.
#[inline]
pub fn from_big_endian(bytes: &[u8]) -> u128 {
    // A copy into an array is one instruction if the compiler knows the length, unlike a sum of shifted bytes.
    let mut array = [0; 16];
    for (to, from) in array.iter_mut().rev().zip(bytes.iter().rev()) {
        *to = *from;
    }
    u128::from_be_bytes(array)
}

/// Returns the number of bits by which a number of `width` bytes is shorter than 128 bits. Treats a width of 0 as 1,
/// because a shift by 128 bits would overflow.
#[inline]
fn spare_bits(width: usize) -> usize {
    128 - 8 * width.clamp(1, 16)
}

impl Number {
    /// Returns the greatest unsigned number of `width` bytes. `width` must not be 0.
    #[inline]
    pub fn max_unsigned(width: usize) -> u128 {
        u128::MAX >> spare_bits(width)
    }

    /// Returns the least and the greatest signed number of `width` bytes.
    #[inline]
    pub fn signed_range(width: usize) -> core::ops::RangeInclusive<i128> {
        i128::MIN >> spare_bits(width)..=i128::MAX >> spare_bits(width)
    }

    /// Reads the integer that [`write`](Self::write) has stored in `bytes`: big-endian, with a flipped sign bit if the
    /// integer is signed. All bytes belong to the integer.
    #[inline]
    pub fn read(bytes: &[u8], signed: bool) -> Self {
        let stored = from_big_endian(bytes);
        if signed {
            Self::Signed(Self::signed_range(bytes.len()).start().wrapping_add_unsigned(stored))
        } else {
            Self::Unsigned(stored)
        }
    }

    /// Appends an integer in `width` bytes: big-endian, with a flipped sign bit if the integer is signed. The integer
    /// must fit into `width` bytes, which must be from 1 to 16.
    #[inline]
    pub fn write<S: Sink>(self, width: usize, out: &mut S) {
        let (bytes, signed) = match self {
            Self::Unsigned(number) => (number.to_be_bytes(), false),
            Self::Signed(number) => (number.to_be_bytes(), true),
        };
        let stored = (u128::from_be_bytes(bytes) ^ flipped_bits(width, signed)).to_be_bytes();
        out.put(stored.get(stored.len().saturating_sub(width)..).unwrap_or_default());
    }

    /// Checks whether the number can be stored in `width` bytes.
    #[inline]
    pub fn fits(self, width: usize) -> bool {
        match self {
            Self::Unsigned(number) => number <= Self::max_unsigned(width),
            Self::Signed(number) => Self::signed_range(width).contains(&number),
        }
    }

    /// Checks whether the number is less than zero.
    pub fn is_negative(self) -> bool {
        matches!(self, Self::Signed(i128::MIN..0))
    }

    /// Checks whether the number is zero.
    pub fn is_zero(self) -> bool {
        matches!(self, Self::Unsigned(0) | Self::Signed(0))
    }

    /// Returns the Euclidean remainder of the division by `divisor`, which is never negative: 9 for -11 and the divisor
    /// 10. Returns `None` if `divisor` is 0.
    pub fn modulo(self, divisor: u64) -> Option<u64> {
        match self {
            Self::Unsigned(number) => u64::try_from(number.checked_rem(divisor.into())?).ok(),
            Self::Signed(number) => u64::try_from(number.checked_rem_euclid(divisor.into())?).ok(),
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
