//! Values in the tuple layer of FoundationDB: one byte for the type of the value, then the value.

use crate::codec::BoundPlace;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::layout::format::codes::{TUPLE_DOUBLE as DOUBLE, TUPLE_FLOAT as FLOAT, TUPLE_UUID as UUID};
use crate::layout::{Encoding, ValueKind};
use crate::wire::integer::{Number, from_big_endian};
use crate::wire::reader::Reader;
use crate::wire::sink::{Buffer, Sink};
use crate::wire::tag::SOME;
use crate::wire::terminator::Terminator;
use crate::wire::text;
use alloc::vec::Vec;

pub(super) const NULL: u8 = 0x00;
const BYTES: u8 = 0x01;
const TEXT: u8 = 0x02;
pub(super) const NESTED: u8 = 0x05;
/// The type of a negative number of more than 8 bytes.
const LONG_NEGATIVE: u8 = 0x0B;
/// The type of the number 0. For n from 1 to 8, a positive number of n bytes has the type 0x14 + n, and a negative
/// number of n bytes has the type 0x14 - n.
const ZERO: u8 = 0x14;
/// The type of a positive number of more than 8 bytes.
const LONG_POSITIVE: u8 = 0x1D;
/// The type of `false`. The type of `true` is 0x27.
const FALSE: u8 = 0x26;

/// The byte after a 00 within text or bytes, and after a null in a nested tuple. This byte distinguishes the 00 from
/// the terminator.
pub(super) const ESCAPE: u8 = 0xFF;
pub(super) const END: u8 = 0x00;

/// The greatest width of a number whose width is part of the type byte. The width of a longer number has a byte of its
/// own.
const MAX_SHORT_WIDTH: usize = 8;

/// Appends a value that is neither optional nor a struct.
pub(super) fn write<S: Sink>(of: &Encoding, plain: &[u8], out: &mut S) {
    match of {
        Encoding::Unsigned { .. } => write_number(Number::read(plain, false), out),
        Encoding::Signed { .. } => write_number(Number::read(plain, true), out),
        Encoding::Float { width } => {
            out.put_array([float_type(*width)]);
            out.put(plain);
        }
        Encoding::Bool => out.put_array([plain.first().map_or(FALSE, |bool| FALSE + bool)]),
        Encoding::Value { .. } => {
            out.put_array([UUID]);
            out.put(plain);
        }
        _ => {
            out.put_array([content_type(of)]);
            text::write_escaped(plain, out);
            out.put_array([END]);
        }
    }
}

pub(super) fn read<B: Buffer>(of: &Encoding, reader: &mut Reader<'_>, plain: &mut B) -> Result<(), DecodeError> {
    match of {
        Encoding::Unsigned { width, .. } => read_number(*width, false, reader, plain),
        Encoding::Signed { width, .. } => read_number(*width, true, reader, plain),
        Encoding::Float { width } => {
            expect(reader, float_type(*width))?;
            plain.put(&reader.bytes(*width)?);
            Ok(())
        }
        Encoding::Bool => {
            let offset = reader.offset();
            let found = reader.byte()?;
            let value = found.checked_sub(FALSE).filter(|value| *value <= 1);
            plain.put_array([value.ok_or_else(|| wrong_type(of, found, offset))?]);
            Ok(())
        }
        Encoding::Value { .. } => {
            expect(reader, UUID)?;
            plain.put(&reader.bytes(ValueKind::Uuid.min_width())?);
            Ok(())
        }
        _ => {
            expect(reader, content_type(of))?;
            loop {
                plain.put(&reader.variable(Terminator::Char(END))?.0);
                if !reader.skip(&[ESCAPE]) {
                    return Ok(());
                }
                plain.put_array([0]);
            }
        }
    }
}

pub(super) fn write_starts_with_bound(of: &Encoding, beginning: &[u8], out: &mut Vec<u8>) {
    out.push(content_type(of));
    text::write_escaped(beginning, out);
}

fn float_type(width: usize) -> u8 {
    if width == 4 { FLOAT } else { DOUBLE }
}

fn content_type(of: &Encoding) -> u8 {
    if matches!(of, Encoding::Text) { TEXT } else { BYTES }
}

fn wrong_type(of: &Encoding, found: u8, offset: usize) -> DecodeError {
    let expected = match of {
        Encoding::Unsigned { .. } | Encoding::Signed { .. } => "the type of a FoundationDB integer, 0B to 1D",
        Encoding::Bool => "the FoundationDB type of a boolean, 26 or 27",
        _ => return wrong_byte(content_type(of), found, offset),
    };
    DecodeError::new(offset, DecodeErrorKind::NotAValue { expected, found })
}

fn wrong_byte(expected: u8, found: u8, offset: usize) -> DecodeError {
    let expected = match expected {
        BYTES => "the FoundationDB type of a byte string, 01",
        TEXT => "the FoundationDB type of a string, 02",
        NESTED => "the FoundationDB type of a nested tuple, 05",
        FLOAT => "the FoundationDB type of a float, 20",
        DOUBLE => "the FoundationDB type of a double, 21",
        UUID => "the FoundationDB type of a UUID, 30",
        _ => "the 00 at the end of a nested tuple",
    };
    DecodeError::new(offset, DecodeErrorKind::NotAValue { expected, found })
}

pub(super) fn expect(reader: &mut Reader<'_>, expected: u8) -> Result<(), DecodeError> {
    let offset = reader.offset();
    let found = reader.byte()?;
    if found == expected { Ok(()) } else { Err(wrong_byte(expected, found, offset)) }
}

/// A negative number is stored as the complement of its magnitude.
fn write_number<S: Sink>(number: Number, out: &mut S) {
    let (magnitude, negative) = magnitude(number);
    let count = magnitude.checked_ilog2().map_or(0, |log| log / 8 + 1);
    // Both conversions succeed: `count` is at most 16.
    let (len, count) = (u8::try_from(count).unwrap_or(0), usize::try_from(count).unwrap_or(0));
    match (count > MAX_SHORT_WIDTH, negative) {
        (false, false) => out.put_array([ZERO + len]),
        (false, true) => out.put_array([ZERO - len]),
        (true, false) => out.put_array([LONG_POSITIVE, len]),
        (true, true) => out.put_array([LONG_NEGATIVE, !len]),
    }
    let bytes = if negative { !magnitude } else { magnitude }.to_be_bytes();
    out.put(bytes.get(bytes.len() - count..).unwrap_or_default());
}

/// The absolute value of the two integers that have two forms: 2^64 - 1 and its negation. The form of the client for Python
/// has the width in a byte of its own, like longer integers.
const TWO_FORMS: u128 = u64::MAX as u128;
const PYTHON_POSITIVE: [u8; 10] = [LONG_POSITIVE, 8, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF];
const PYTHON_NEGATIVE: [u8; 10] = [LONG_NEGATIVE, !8, 0, 0, 0, 0, 0, 0, 0, 0];
const PYTHON_FORM: &str = "FoundationDB's client for Python has written 2^64 - 1 or its negation, in a form of 10 bytes; \
                           other clients and this key write 9 bytes";

/// Returns the bytes of a bound before or after a value, if these are not the bytes of the value: a range that contains
/// 2^64 - 1 or its negation contains both forms of the integer.
pub(super) fn bound(of: &Encoding, plain: &[u8], place: BoundPlace) -> Option<&'static [u8]> {
    match of {
        Encoding::NonZero { of } => bound(of, plain, place),
        Encoding::Optional { of } => bound(of, plain.strip_prefix(&[SOME])?, place),
        Encoding::Unsigned { .. } | Encoding::Signed { .. } => {
            let (magnitude, negative) = magnitude(Number::read(plain, matches!(of, Encoding::Signed { .. })));
            match (place, negative) {
                _ if magnitude != TWO_FORMS => None,
                (BoundPlace::After, false) => Some(&PYTHON_POSITIVE),
                (BoundPlace::Before, true) => Some(&PYTHON_NEGATIVE),
                _ => None,
            }
        }
        _ => None,
    }
}

fn magnitude(number: Number) -> (u128, bool) {
    match number {
        Number::Unsigned(number) => (number, false),
        Number::Signed(number) => (number.unsigned_abs(), number < 0),
    }
}

fn read_number<S: Sink>(width: usize, signed: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
    let offset = reader.offset();
    let of = Encoding::Unsigned { width, type_width: None };
    if [PYTHON_POSITIVE, PYTHON_NEGATIVE].iter().any(|form| reader.clone().skip(form)) {
        return Err(DecodeError::new(offset, DecodeErrorKind::Codec(PYTHON_FORM.into())));
    }
    let (len, negative) = match reader.byte()? {
        LONG_NEGATIVE => (!reader.byte()?, true),
        LONG_POSITIVE => (reader.byte()?, false),
        found @ LONG_NEGATIVE..LONG_POSITIVE => (found.abs_diff(ZERO), found < ZERO),
        found => return Err(wrong_type(&of, found, offset)),
    };
    let out_of_range = || DecodeError::new(offset, DecodeErrorKind::OutOfRange);
    let len = usize::from(len);
    if len > size_of::<u128>() {
        return Err(out_of_range());
    }
    let stored = from_big_endian(&reader.bytes(len)?);
    let magnitude = if negative { !stored & Number::max_unsigned_or_zero(len) } else { stored };
    let number = if signed {
        let number = if negative { 0_i128.checked_sub_unsigned(magnitude) } else { i128::try_from(magnitude).ok() };
        number.filter(|number| Number::signed_range(width).contains(number)).map(Number::Signed)
    } else {
        (!negative && magnitude <= Number::max_unsigned(width)).then_some(Number::Unsigned(magnitude))
    };
    number.ok_or_else(out_of_range)?.write(width, plain);
    Ok(())
}
