//! Writes and reads integers as decimal digits in ASCII, padded with zeros on the left or unpadded.
//!
//! Writing looks up pairs of digits in a table, and reading converts eight digits at once, both in a 64-bit word.

use crate::error::{DecodeError, DecodeErrorKind};
use crate::wire::integer::Number;

const WORD_DIGITS: usize = 8;
const TEN_TO_EIGHT: u32 = 100_000_000;
const ASCII_ZEROS: u64 = 0x3030_3030_3030_3030;

/// The two ASCII digits of every number below 100.
static PAIRS: [u16; 100] = {
    let mut pairs = [0; 100];
    let mut unfilled: &mut [u16] = &mut pairs;
    let mut number = 0;
    while let Some((pair, rest)) = unfilled.split_first_mut() {
        *pair = u16::from_be_bytes([b'0' + number / 10, b'0' + number % 10]);
        number += 1;
        unfilled = rest;
    }
    pairs
};

/// Returns the last two digits of a number, the first of them in the higher byte.
#[inline]
fn pair(number: u32) -> u64 {
    PAIRS.get((number % 100) as usize).copied().unwrap_or_default().into()
}

/// Returns the eight digits of a number below 10^8. Combines them in a register, because reading a word from memory
/// soon after its bytes were written one by one is slow. The processor can look up all pairs at the same time, because
/// no pair depends on another.
#[inline]
fn eight_digits(number: u32) -> [u8; WORD_DIGITS] {
    let (high, low) = (number / 10_000, number % 10_000);
    (pair(high / 100) << 48 | pair(high) << 32 | pair(low / 100) << 16 | pair(low)).to_be_bytes()
}

/// Reads a number from eight ASCII digits, or returns `None` if a byte is not a digit. The first digit is in the
/// highest byte.
#[inline]
fn from_eight_digits(word: u64) -> Option<u32> {
    // The digits are the bytes 30 to 39. A byte is a digit if the upper half of the byte is 3, and is still 3 after 6
    // is added: 3A to 3F become 40 to 45. Only a byte above F9 carries into the next byte, and such a byte is not a
    // digit.
    let not_digits = (word & 0xF0F0_F0F0_F0F0_F0F0) ^ ASCII_ZEROS
        | (word.wrapping_add(0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0) ^ ASCII_ZEROS;
    if not_digits != 0 {
        return None;
    }
    // Combines neighbors into numbers of two digits, then of four, then of eight.
    let ones = word & 0x0F0F_0F0F_0F0F_0F0F;
    let twos = (ones >> 8 & 0x00FF_00FF_00FF_00FF) * 10 + (ones & 0x00FF_00FF_00FF_00FF);
    let fours = (twos >> 16 & 0x0000_FFFF_0000_FFFF) * 100 + (twos & 0x0000_FFFF_0000_FFFF);
    let number = (fours >> 32) * 10_000 + (fours & 0xFFFF_FFFF);
    u32::try_from(number).ok()
}

/// Returns a word of eight digits: zeros, and then `digits`, which are at most seven. Shifts are faster than copying to
/// memory and reading back.
#[inline]
fn zero_padded(digits: &[u8]) -> u64 {
    digits.iter().fold(ASCII_ZEROS, |word, digit| word << 8 | u64::from(*digit))
}

/// A table of `$count` powers of ten, from 10^0. With a table, the compiler knows the power for a constant width.
macro_rules! powers {
    ($wide:ty, $count:literal) => {{
        let mut powers = [1; $count];
        let mut unfilled: &mut [$wide] = &mut powers;
        let mut power: $wide = 1;
        while let Some((first, rest)) = unfilled.split_first_mut() {
            *first = power;
            power = power.wrapping_mul(10);
            unfilled = rest;
        }
        powers
    }};
}

/// The reason why bytes are not the digits of a number.
pub enum NotANumber {
    NotDigits,
    OutOfRange,
    /// The number is zero, but the type is `NonZero`.
    Zero,
}

impl NotANumber {
    #[cold]
    pub fn to_decode_error(&self, digits: &[u8], offset: usize) -> DecodeError {
        let bad = digits.iter().position(|byte| !byte.is_ascii_digit());
        match (self, bad.and_then(|index| Some((index, *digits.get(index)?)))) {
            (Self::NotDigits, Some((index, found))) => {
                DecodeError::new(offset + index, DecodeErrorKind::NotDigits { width: digits.len(), found })
            }
            (Self::Zero, _) => DecodeError::new(offset, DecodeErrorKind::Zero),
            _ => DecodeError::new(offset, DecodeErrorKind::OutOfRange),
        }
    }
}

/// Defines the functions that write and read the digits of one integer type. There are two types, because arithmetic
/// with 128 bits is several times as expensive as with 64. `$max_digits` is the number of digits of the type's greatest
/// integer, and therefore also the number of powers of ten that the type can hold.
macro_rules! digits {
    ($write:ident, $read:ident, $wide:ty, $powers:ident, $max_digits:literal) => {
        const $powers: [$wide; $max_digits] = powers!($wide, $max_digits);

        /// Fills `digits` with the digits of a number, or returns `false` if the number has more digits.
        #[inline]
        pub fn $write(number: $wide, digits: &mut [u8]) -> bool {
            if $powers.get(digits.len()).is_some_and(|limit| number >= *limit) {
                return false;
            }
            let mut rest = number;
            for chunk in digits.rchunks_mut(WORD_DIGITS) {
                // The remainder is below 10^8.
                let eight = u32::try_from(rest % <$wide>::from(TEN_TO_EIGHT)).unwrap_or(0);
                rest /= <$wide>::from(TEN_TO_EIGHT);
                if let Some(last) = eight_digits(eight).get(WORD_DIGITS - chunk.len()..) {
                    chunk.copy_from_slice(last);
                }
            }
            true
        }

        #[inline]
        pub fn $read(digits: &[u8]) -> Result<$wide, NotANumber> {
            let mut number: $wide = 0;
            let (first, whole) = digits.split_at_checked(digits.len() % WORD_DIGITS).unwrap_or((&[], digits));
            if !first.is_empty() {
                number = from_eight_digits(zero_padded(first)).ok_or(NotANumber::NotDigits)?.into();
            }
            for chunk in whole.chunks_exact(WORD_DIGITS) {
                let eight = chunk.first_chunk().copied().unwrap_or([0; WORD_DIGITS]);
                let next = from_eight_digits(u64::from_be_bytes(eight)).ok_or(NotANumber::NotDigits)?;
                // A number with fewer than `$max_digits` digits cannot overflow.
                if digits.len() < $max_digits {
                    number = number * <$wide>::from(TEN_TO_EIGHT) + <$wide>::from(next);
                    continue;
                }
                number = number
                    .checked_mul(TEN_TO_EIGHT.into())
                    .and_then(|number| number.checked_add(next.into()))
                    .ok_or(NotANumber::OutOfRange)?;
            }
            Ok(number)
        }
    };
}

digits!(write_64, read_64, u64, POWERS_64, 20);
digits!(write_128, read_128, u128, POWERS_128, 39);

/// Reads a number of a type whose greatest value is `max`.
pub fn read(digits: &[u8], max: u128) -> Result<u128, NotANumber> {
    let number = if max > u64::MAX.into() { read_128(digits)? } else { read_64(digits)?.into() };
    if number <= max { Ok(number) } else { Err(NotANumber::OutOfRange) }
}

/// Returns the width of the longest unpadded number: the digits of `max`, and the sign of a signed type.
pub const fn max_unpadded_width(signed: bool, max: u128) -> usize {
    let digits = match max.checked_ilog10() {
        Some(log) => log as usize + 1,
        None => 1,
    };
    digits + signed as usize
}

/// An integer as decimal digits without leading zeros, after a `-` if it is negative.
pub struct UnpaddedNumber {
    text: [u8; Self::MAX_WIDTH],
    start: usize,
}

impl UnpaddedNumber {
    const MAX_WIDTH: usize = max_unpadded_width(true, u128::MAX);

    pub fn new(number: Number) -> Self {
        let (magnitude, negative) = match number {
            Number::Unsigned(number) => (number, false),
            Number::Signed(number) => (number.unsigned_abs(), number < 0),
        };
        let mut text = [b'0'; Self::MAX_WIDTH];
        write_128(magnitude, &mut text);
        let digits = magnitude.checked_ilog10().map_or(1, |log| log as usize + 1);
        let mut start = Self::MAX_WIDTH - digits;
        if negative {
            start -= 1;
            if let Some(sign) = text.get_mut(start) {
                *sign = b'-';
            }
        }
        Self { text, start }
    }

    pub fn as_bytes(&self) -> &[u8] {
        self.text.get(self.start..).unwrap_or_default()
    }
}

/// Reads the text of an [`UnpaddedNumber`]. `max` is the greatest value of the integer type. `content` is at `offset`
/// of the key.
///
/// # Errors
/// There is no digit, or a byte is not a digit, or the number has a leading zero, is `-0`, or is out of range.
pub fn read_unpadded(content: &[u8], offset: usize, signed: bool, max: u128) -> Result<Number, DecodeError> {
    let (digits, negative) = match content.split_first() {
        Some((b'-', digits)) if signed => (digits, true),
        _ => (content, false),
    };
    if let Some(index) = digits.iter().position(|byte| !byte.is_ascii_digit()) {
        let index = content.len() - digits.len() + index;
        let found = content.get(index).copied().unwrap_or(0);
        return Err(DecodeError::new(
            offset + index,
            DecodeErrorKind::NotAValue { expected: "a decimal digit", found },
        ));
    }
    let error = |kind| DecodeError::new(offset, kind);
    let is_canonical = match digits {
        [] | [b'0', _, ..] => false,
        [b'0'] => !negative,
        _ => true,
    };
    if !is_canonical {
        return Err(error(DecodeErrorKind::NotCanonical));
    }
    let magnitude =
        digits.iter().try_fold(0u128, |number, digit| number.checked_mul(10)?.checked_add(u128::from(digit - b'0')));
    let limit = if negative { max.saturating_add(1) } else { max };
    let magnitude = magnitude.filter(|magnitude| *magnitude <= limit);
    let magnitude = magnitude.ok_or_else(|| error(DecodeErrorKind::OutOfRange))?;
    Ok(match (signed, negative) {
        (false, _) => Number::Unsigned(magnitude),
        (true, false) => Number::Signed(magnitude.cast_signed()),
        (true, true) => Number::Signed(0i128.wrapping_sub_unsigned(magnitude)),
    })
}
