//! Decimal numbers in base 100, and the encoding of decimals that the formats `Memcomparable` and `OrderedBytes` took
//! over from SQLite 4. A digit in base 100 is a number from 0 to 99.

use super::not_a_value;
use rowkey::format::{ByteCount, DecimalParts, Reader, Sink};
use rowkey::{DecodeError, DecodeErrorKind};

/// The number of plain bytes.
const WIDTH: usize = 14;

/// The least width of a decimal. Zero has 1 byte.
pub(super) const MIN: ByteCount = ByteCount::exact(1);
/// The greatest width of a decimal: a first byte, often an exponent byte, and up to 15 digits in base 100, which is 17 bytes.
/// This width stays 18, because printed layouts contain it.
pub(super) const MAX: ByteCount = ByteCount::exact(18);

/// The greatest number of digits in base 100 that a decimal has: the 29 decimal digits are at most 15 pairs.
const MAX_DIGITS: usize = 15;

// The bytes of the encoding of SQLite 4, for `write` and `read`.

/// The only byte of zero.
const ZERO: u8 = 0x15;
/// The first byte of a positive number with a negative exponent, or with the exponent 0 if the parameter
/// `ZERO_IS_SMALL` of [`write`] is true. The next byte is the complement of the exponent's magnitude.
const SMALL: u8 = 0x16;
/// The first byte of a positive number with the exponent 0. For an exponent up to [`MEDIUM_MAX`], the exponent is added
/// to this byte.
const MEDIUM: u8 = 0x17;
/// The first byte of a positive number with an exponent above [`MEDIUM_MAX`]. The next byte is the exponent.
const LARGE: u8 = 0x22;
const MEDIUM_MAX: i32 = 10;

/// A number other than zero: 0.d₁d₂d₃… · 100^exponent. Neither the first nor the last digit is 0.
pub(super) struct Centimal {
    pub(super) exponent: i32,
    digits: [u8; MAX_DIGITS],
    len: usize,
    pub(super) negative: bool,
}

fn parts(plain: &[u8]) -> Option<DecimalParts> {
    DecimalParts::read(plain.first_chunk::<WIDTH>().copied()?)
}

/// Returns the plain bytes of the equal decimal without trailing zeros and without the sign of zero. Other formats can
/// store only this form.
pub(super) fn normalized(plain: &[u8]) -> Option<[u8; WIDTH]> {
    let DecimalParts { mut magnitude, mut scale, negative } = parts(plain)?;
    while scale > 0 && magnitude.is_multiple_of(10) {
        magnitude /= 10;
        scale -= 1;
    }
    DecimalParts { magnitude, scale, negative: negative && magnitude != 0 }.write()
}

impl Centimal {
    /// Returns the number that the plain bytes encode, or `None` for zero.
    pub(super) fn from_plain(plain: &[u8]) -> Option<Self> {
        let DecimalParts { mut magnitude, scale, negative } = parts(plain)?;
        // The number of digits before the decimal point, negative for a number such as 0.001.
        let mut places = magnitude.checked_ilog10()?.cast_signed() + 1 - scale.cast_signed();
        while magnitude.is_multiple_of(10) {
            magnitude /= 10;
        }
        let count = magnitude.ilog10().cast_signed() + 1;
        // Adds a zero before the decimal digits if the decimal point would split a pair, and a zero after them if the
        // last pair is incomplete.
        let leading_zero = places.rem_euclid(2);
        places += leading_zero;
        if (leading_zero + count) % 2 != 0 {
            magnitude *= 10;
        }
        let len = usize::try_from((leading_zero + count + 1) / 2).unwrap_or(0);
        let mut digits = [0; MAX_DIGITS];
        for digit in digits.get_mut(..len)?.iter_mut().rev() {
            *digit = u8::try_from(magnitude % 100).unwrap_or(0);
            magnitude /= 100;
        }
        Some(Self { exponent: places / 2, digits, len, negative })
    }

    pub(super) fn digits(&self) -> &[u8] {
        self.digits.get(..self.len).unwrap_or_default()
    }

    /// Reads digits in base 100 with `next` until `next` returns `None`. Returns the plain bytes of the number, or
    /// `None` if no decimal has this value.
    pub(super) fn read(
        exponent: i32,
        negative: bool,
        mut next: impl FnMut() -> Result<Option<u8>, DecodeError>,
    ) -> Result<Option<[u8; WIDTH]>, DecodeError> {
        let mut magnitude = Some(0_u128);
        let mut len = 0;
        while let Some(digit) = next()? {
            magnitude = magnitude.and_then(|number| number.checked_mul(100)?.checked_add(digit.into()));
            len += 1;
        }
        Ok(magnitude.and_then(|magnitude| Self::plain(magnitude, exponent.checked_sub(len)?, negative)))
    }

    /// Returns the plain bytes of magnitude · 100^exponent, or `None` if no decimal has this value.
    fn plain(mut magnitude: u128, exponent: i32, negative: bool) -> Option<[u8; WIDTH]> {
        let mut scale = 0;
        if exponent >= 0 {
            magnitude = magnitude.checked_mul(100_u128.checked_pow(exponent.unsigned_abs())?)?;
        } else {
            scale = exponent.unsigned_abs().checked_mul(2)?;
        }
        while scale > 0 && magnitude.is_multiple_of(10) {
            magnitude /= 10;
            scale -= 1;
        }
        DecimalParts { magnitude, scale, negative }.write()
    }
}

/// Appends a decimal: the sign and the exponent, then each digit d as the byte 2d + 1, and the last digit as 2d.
/// `ZERO_IS_SMALL` is true if the exponent 0 is written like negative exponents, in a byte of its own.
pub(super) fn write<const ZERO_IS_SMALL: bool, S: Sink>(plain: &[u8], out: &mut S) {
    let Some(number) = Centimal::from_plain(plain) else {
        out.put_array([ZERO]);
        return;
    };
    let mask = if number.negative { 0xFF } else { 0 };
    let exponent = u8::try_from(number.exponent.unsigned_abs()).unwrap_or(0);
    // The first bytes of a number and its negation are at the same distance from the byte of zero.
    let first = |byte: u8| if number.negative { 2 * ZERO - byte } else { byte };
    if number.exponent < 0 || ZERO_IS_SMALL && number.exponent == 0 {
        out.put_array([first(SMALL), !exponent ^ mask]);
    } else if number.exponent <= MEDIUM_MAX {
        out.put_array([first(MEDIUM + exponent)]);
    } else {
        out.put_array([first(LARGE), exponent ^ mask]);
    }
    let mut digits = number.digits();
    while let [digit, rest @ ..] = digits {
        out.put_array([(2 * digit + u8::from(!rest.is_empty())) ^ mask]);
        digits = rest;
    }
}

pub(super) fn read<S: Sink>(reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
    let offset = reader.offset();
    let found = reader.byte()?;
    let negative = found < ZERO;
    let first = if negative { (2 * ZERO).wrapping_sub(found) } else { found };
    let mask = if negative { 0xFF } else { 0 };
    let exponent = match first {
        ZERO => {
            plain.put(&DecimalParts { magnitude: 0, scale: 0, negative: false }.write().unwrap_or_default());
            return Ok(());
        }
        SMALL => -i32::from(!reader.byte()? ^ mask),
        MEDIUM..LARGE => i32::from(first - MEDIUM),
        LARGE => i32::from(reader.byte()? ^ mask),
        _ => {
            let expected = "the first byte of a decimal, 08 to 22";
            return Err(not_a_value(offset, expected, found));
        }
    };
    let mut has_more = true;
    let value = Centimal::read(exponent, negative, || {
        if !has_more {
            return Ok(None);
        }
        let byte = reader.byte()? ^ mask;
        has_more = byte % 2 == 1;
        Ok(Some(byte / 2))
    })?;
    plain.put(&value.ok_or_else(|| DecodeError::new(offset, DecodeErrorKind::OutOfRange))?);
    Ok(())
}
