//! The values of columns in a primary key of Apache Phoenix.

use super::numeric::Centimal;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::layout::{Encoding, ValueKind};
use crate::wire::decimal::DecimalParts;
use crate::wire::integer::{Number, from_big_endian};
use crate::wire::reader::Reader;
use crate::wire::sink::{Buffer, Sink};
use crate::wire::terminator::Terminator;
use alloc::borrow::Cow;

const END: u8 = 0x00;

/// The only byte of the decimal 0. The first byte of a negative decimal is less.
const ZERO: u8 = 0x80;
/// The first byte of a decimal from 1 to 99.99…. The first byte of a decimal from 100 to 9999.99… is greater by one.
const EXPONENT_OF_ONE: i32 = 0xC1;
/// The byte after the digits of a negative decimal. Because of this byte, -1 sorts after -1.5, although -1 has fewer
/// digits.
const NEGATIVE_END: u8 = 102;

const MILLIS_PER_SECOND: i128 = 1_000;
const NANOS_PER_MILLI: u32 = 1_000_000;
const MILLIS_PER_DAY: i128 = 86_400_000;

pub(super) fn write<S: Sink>(of: &Encoding, plain: &[u8], last: bool, out: &mut S) {
    match of {
        // Phoenix stores the bits in total order, plus one.
        Encoding::Float { width } => Number::Unsigned(from_big_endian(plain) + 1).write(*width, out),
        Encoding::Text => {
            out.put(plain);
            out.put(terminator(last));
        }
        Encoding::Value { value: ValueKind::Decimal } => {
            write_decimal(plain, out);
            out.put(terminator(last));
        }
        Encoding::Value { value: ValueKind::Timestamp { .. } } => {
            let (seconds, nanos) = timestamp(plain);
            Number::Signed(seconds * MILLIS_PER_SECOND + i128::from(nanos / NANOS_PER_MILLI)).write(8, out);
            out.put_array((nanos % NANOS_PER_MILLI).to_be_bytes());
        }
        Encoding::Value { value: ValueKind::Date { .. } } => {
            Number::Signed(signed_number(plain) * MILLIS_PER_DAY).write(8, out);
        }
        _ => out.put(plain),
    }
}

/// Returns the bytes after a string or a decimal, which are also the bytes of a null.
pub(super) fn terminator(last: bool) -> &'static [u8] {
    if last { &[] } else { &[END] }
}

fn signed_number(plain: &[u8]) -> i128 {
    match Number::read(plain, true) {
        Number::Signed(number) => number,
        Number::Unsigned(_) => 0,
    }
}

/// Returns the seconds since 1970 and the nanoseconds within the second, from the plain bytes of a timestamp.
pub(super) fn timestamp(plain: &[u8]) -> (i128, u32) {
    let (seconds, nanos) = plain.split_at_checked(8).unwrap_or_default();
    (signed_number(seconds), u32::try_from(from_big_endian(nanos)).unwrap_or(0))
}

fn write_decimal<S: Sink>(plain: &[u8], out: &mut S) {
    let Some(number) = Centimal::from_plain(plain) else {
        out.put_array([ZERO]);
        return;
    };
    let first = u8::try_from(EXPONENT_OF_ONE + number.exponent - 1).unwrap_or(0);
    // The digit 0 is stored as 1, and 99 as 100. In a negative decimal, 0 is stored as 101, and 99 as 2.
    if number.negative {
        out.put_array([!first]);
        number.digits().iter().for_each(|digit| out.put_array([101 - digit]));
        out.put_array([NEGATIVE_END]);
    } else {
        out.put_array([first]);
        number.digits().iter().for_each(|digit| out.put_array([digit + 1]));
    }
}

pub(super) fn read<B: Buffer>(
    of: &Encoding,
    last: bool,
    reader: &mut Reader<'_>,
    plain: &mut B,
) -> Result<(), DecodeError> {
    let offset = reader.offset();
    match of {
        Encoding::Float { width } => {
            let stored = from_big_endian(&reader.bytes(*width)?);
            let total_order_bits =
                stored.checked_sub(1).ok_or_else(|| DecodeError::new(offset, DecodeErrorKind::NotCanonical))?;
            Number::Unsigned(total_order_bits).write(*width, plain);
        }
        Encoding::Text => plain.put(&content(last, reader)?),
        // Bytes have no terminator, so that they can only be the last column.
        Encoding::Bytes => plain.put(&reader.bytes(reader.remaining())?),
        Encoding::Value { value: ValueKind::Decimal } => {
            let content = content(last, reader)?;
            let value = read_decimal(&content);
            plain.put(&value.ok_or_else(|| DecodeError::new(offset, DecodeErrorKind::NotCanonical))?);
        }
        Encoding::Value { value: ValueKind::Timestamp { .. } } => {
            let millis = signed_number(&reader.bytes(8)?);
            let nanos = u32::from_be_bytes(reader.array()?);
            let in_second = u32::try_from(millis.rem_euclid(MILLIS_PER_SECOND)).unwrap_or(0) * NANOS_PER_MILLI;
            Number::Signed(millis.div_euclid(MILLIS_PER_SECOND)).write(8, plain);
            plain.put_array((in_second + nanos % NANOS_PER_MILLI).to_be_bytes());
        }
        Encoding::Value { value: ValueKind::Date { .. } } => {
            let days = signed_number(&reader.bytes(8)?).div_euclid(MILLIS_PER_DAY);
            if !Number::signed_range(4).contains(&days) {
                return Err(DecodeError::new(offset, DecodeErrorKind::OutOfRange));
            }
            Number::Signed(days).write(4, plain);
        }
        _ => plain.put(&reader.bytes(of.min_width())?),
    }
    Ok(())
}

fn content<'de>(last: bool, reader: &mut Reader<'de>) -> Result<Cow<'de, [u8]>, DecodeError> {
    reader.variable(if last { Terminator::None } else { Terminator::Char(END) }).map(|(content, _)| content)
}

fn read_decimal(content: &[u8]) -> Option<[u8; crate::wire::decimal::WIDTH]> {
    let (first, digits) = content.split_first()?;
    if *first == ZERO {
        return DecimalParts { magnitude: 0, scale: 0, negative: false }.write();
    }
    let negative = *first < ZERO;
    let exponent = i32::from(if negative { !first } else { *first }) - EXPONENT_OF_ONE + 1;
    let digits = if negative { digits.strip_suffix(&[NEGATIVE_END])? } else { digits };
    let mut digits = digits.iter().map(|byte| if negative { 101_u8.wrapping_sub(*byte) } else { byte.wrapping_sub(1) });
    Centimal::read(exponent, negative, || Ok(digits.next())).ok()?
}
