//! Decimal numbers as 14 bytes: 13 bytes of the value, by which decimals sort, and 1 byte of the scale, which
//! distinguishes 1.5 from 1.50.
//!
//! Every value other than zero is c · 10^(e - 28), where c is an integer of 29 digits. The 13 bytes are a number of 104
//! bits: a set bit, e + 29 in 6 bits, and c in 97 bits. In the 13 bytes of zero, only the first bit is set. A negative
//! value is stored as the complement of its absolute value. In a zero with a negative sign, the top bit of the scale
//! byte is set.

use crate::wire::integer::from_big_endian;

pub const WIDTH: usize = 14;

pub const MAX_SCALE: u32 = 28;
/// The greatest magnitude of a `rust_decimal::Decimal`.
const MAX_MAGNITUDE: u128 = (1 << 96) - 1;

/// The number of digits of c, and of the greatest magnitude.
const DIGITS: u32 = 29;
/// The values of e + 29 for numbers other than zero.
const EXPONENTS: core::ops::RangeInclusive<u32> = 1..=57;
const COEFFICIENT_BITS: u32 = 97;
const COEFFICIENT_MASK: u128 = (1 << COEFFICIENT_BITS) - 1;
/// The 13 bytes of zero. Their only set bit is the top bit, which is not set in negative values.
const ZERO: u128 = 1 << 103;
const WORD_MASK: u128 = (1 << 104) - 1;
const NEGATIVE_ZERO: u8 = 0x80;

/// A decimal number: `magnitude` / 10^`scale`, and its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecimalParts {
    /// The digits, without the point: at most 2^96 - 1.
    pub magnitude: u128,
    /// The number of digits after the point: at most 28.
    pub scale: u32,
    /// The sign, which a zero has as well.
    pub negative: bool,
}

impl DecimalParts {
    /// Returns the plain bytes, or `None` if the magnitude or the scale is too great.
    pub fn write(self) -> Option<[u8; WIDTH]> {
        let Self { magnitude, scale, negative } = self;
        if magnitude > MAX_MAGNITUDE || scale > MAX_SCALE {
            return None;
        }
        let last = u8::try_from(scale).unwrap_or(0);
        let (word, last) = match magnitude.checked_ilog10() {
            None => (ZERO, if negative { last | NEGATIVE_ZERO } else { last }),
            Some(log) => {
                let digits = log + 1;
                let coefficient = magnitude * 10_u128.pow(DIGITS - digits);
                let absolute = ZERO | u128::from(digits + MAX_SCALE - scale) << COEFFICIENT_BITS | coefficient;
                (if negative { !absolute & WORD_MASK } else { absolute }, last)
            }
        };
        let [_, _, bytes @ ..] = (word << 8 | u128::from(last)).to_be_bytes();
        Some(bytes)
    }

    /// Returns the decimal with these plain bytes, or `None` if no decimal has them.
    pub fn read(bytes: [u8; WIDTH]) -> Option<Self> {
        let [value @ .., last] = bytes;
        let word = from_big_endian(&value);
        if word == ZERO {
            let scale = u32::from(last & !NEGATIVE_ZERO);
            let zero = Self { magnitude: 0, scale, negative: last & NEGATIVE_ZERO != 0 };
            return (scale <= MAX_SCALE).then_some(zero);
        }
        // Only a zero can have the bit `NEGATIVE_ZERO`. With this bit, the scale of another number is greater than 28,
        // and is rejected below.
        let scale = u32::from(last);
        let negative = word & ZERO == 0;
        let absolute = if negative { !word & WORD_MASK } else { word };
        let exponent = u32::try_from(absolute >> COEFFICIENT_BITS & 0x3F).ok()?;
        let coefficient = absolute & COEFFICIENT_MASK;
        let well_formed = EXPONENTS.contains(&exponent) && coefficient.checked_ilog10() == Some(DIGITS - 1);
        if !well_formed || scale > MAX_SCALE {
            return None;
        }
        let digits = (exponent + scale).checked_sub(MAX_SCALE).filter(|digits| (1..=DIGITS).contains(digits))?;
        let unit = 10_u128.checked_pow(DIGITS - digits)?;
        let magnitude = coefficient / unit;
        (coefficient.is_multiple_of(unit) && magnitude <= MAX_MAGNITUDE).then_some(Self { magnitude, scale, negative })
    }
}
