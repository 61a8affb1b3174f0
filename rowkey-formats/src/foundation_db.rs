//! Values in the tuple layer of FoundationDB: one byte for the type of the value, then the value.

use super::{FoundationDb, from_big_endian, not_a_value, put_integer};
use alloc::vec::Vec;
use rowkey::format::{BoundPlace, ByteCount, Format, Kind, Null, Number, Reader, Sink, Structs, Type};
use rowkey::{DecodeError, DecodeErrorKind};

const NULL: u8 = 0x00;
const BYTES: u8 = 0x01;
const TEXT: u8 = 0x02;
const NESTED: u8 = 0x05;
/// The type of a negative number of more than 8 bytes.
const LONG_NEGATIVE: u8 = 0x0B;
/// The type of the number 0. For n from 1 to 8, a positive number of n bytes has the type 0x14 + n, and a negative
/// number of n bytes has the type 0x14 - n.
const ZERO: u8 = 0x14;
/// The type of a positive number of more than 8 bytes.
const LONG_POSITIVE: u8 = 0x1D;
/// The type of `false`. The type of `true` is 0x27.
const FALSE: u8 = 0x26;
const FLOAT: u8 = 0x20;
const DOUBLE: u8 = 0x21;
const UUID: u8 = 0x30;

/// The byte after a 00 within text or bytes, and after a null in a nested tuple. This byte distinguishes the 00 from
/// the terminator.
const ESCAPE: u8 = 0xFF;
const END: u8 = 0x00;

/// The greatest width of a number whose width is part of the type byte. The width of a longer number has a byte of its
/// own.
const MAX_SHORT_WIDTH: usize = 8;

impl Format for FoundationDb {
    const NAME: &'static str = "FoundationDB";

    const TYPES: &'static [Type] = &[
        integer(Type::unsigned(1..=8), ByteCount::plain_and(1)),
        integer(Type::unsigned(9..=16), ByteCount::plain_and(2)),
        integer(Type::signed(1..=8), ByteCount::plain_and(1)),
        integer(Type::signed(9..=16), ByteCount::plain_and(2)),
        after_byte(Kind::Float { width: 4 }, FLOAT),
        after_byte(Kind::Float { width: 8 }, DOUBLE),
        after_byte(Kind::Uuid, UUID),
        Type::new(Kind::Bool).first_byte(FALSE, FALSE + 1).optional(),
        content(Type::new(Kind::Text), TEXT).widths(ByteCount::exact(2), None),
        content(Type::new(Kind::Bytes), BYTES).widths(ByteCount::exact(2), None),
        content(Type::array(0..=usize::MAX), BYTES).widths(ByteCount::plain_and(2), Some(ByteCount::ratio(2, 1, 2))),
    ];

    const NULL: Null = Null::InPlace(&[NULL], &[NULL]);

    const STRUCTS: Structs = Structs::Nested { start: &[NESTED], end: &[END], null: &[NULL, ESCAPE] };

    fn write<S: Sink>(kind: Kind, plain: &[u8], _: bool, out: &mut S) {
        match kind {
            Kind::Unsigned { .. } | Kind::Signed { .. } => write_integer(super::integer(kind, plain), out),
            Kind::Bool => out.put_array([plain.first().map_or(FALSE, |bool| FALSE + bool)]),
            Kind::Float { width } => {
                out.put_array([float_type(width)]);
                out.put(plain);
            }
            Kind::Uuid => {
                out.put_array([UUID]);
                out.put(plain);
            }
            _ => {
                out.put_array([content_type(kind)]);
                out.put_escaped(plain);
                out.put_array([END]);
            }
        }
    }

    fn read<S: Sink>(kind: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        match kind {
            Kind::Unsigned { .. } | Kind::Signed { .. } => read_integer(kind, reader, plain)?,
            Kind::Bool => {
                let offset = reader.offset();
                let found = reader.byte()?;
                let value = found.checked_sub(FALSE).filter(|value| *value <= 1);
                plain.put_array([value.ok_or_else(|| wrong_type(kind, found, offset))?]);
            }
            Kind::Float { width } => {
                expect(reader, float_type(width))?;
                plain.put(&reader.bytes(width)?);
            }
            Kind::Uuid => {
                expect(reader, UUID)?;
                plain.put_array(reader.array::<16>()?);
            }
            _ => {
                expect(reader, content_type(kind))?;
                loop {
                    plain.put(&reader.until(END)?);
                    if !reader.skip(&[ESCAPE]) {
                        break;
                    }
                    plain.put_array([0]);
                }
            }
        }
        Ok(())
    }

    fn write_beginning(kind: Kind, beginning: &[u8], _: BoundPlace, out: &mut Vec<u8>) -> bool {
        out.push(content_type(kind));
        out.put_escaped(beginning);
        true
    }

    /// A range that contains 2^64 - 1 or its negation contains both forms of the integer.
    fn bound(kind: Kind, plain: &[u8], place: BoundPlace) -> Option<&'static [u8]> {
        if !matches!(kind, Kind::Unsigned { .. } | Kind::Signed { .. }) {
            return None;
        }
        match (place, super::integer(kind, plain)) {
            (BoundPlace::After, (TWO_FORMS, false)) => Some(&PYTHON_POSITIVE),
            (BoundPlace::Before, (TWO_FORMS, true)) => Some(&PYTHON_NEGATIVE),
            _ => None,
        }
    }
}

const fn integer(row: Type, max: ByteCount) -> Type {
    row.widths(ByteCount::exact(1), Some(max))
        .first_byte(LONG_NEGATIVE, LONG_POSITIVE)
        .same_at_any_width(true)
        .optional()
}

const fn after_byte(kind: Kind, byte: u8) -> Type {
    Type::new(kind).width(ByteCount::plain_and(1)).first_byte(byte, byte).plain_after(Some(byte)).optional()
}

const fn content(row: Type, byte: u8) -> Type {
    row.first_byte(byte, byte).ends_unless_ff().starts_alike().optional()
}

fn float_type(width: usize) -> u8 {
    if width == 4 { FLOAT } else { DOUBLE }
}

fn content_type(kind: Kind) -> u8 {
    if matches!(kind, Kind::Text) { TEXT } else { BYTES }
}

fn wrong_type(kind: Kind, found: u8, offset: usize) -> DecodeError {
    let expected = match kind {
        Kind::Unsigned { .. } | Kind::Signed { .. } => "the type of a FoundationDB integer, 0B to 1D",
        Kind::Bool => "the FoundationDB type of a boolean, 26 or 27",
        _ => return wrong_byte(content_type(kind), found, offset),
    };
    not_a_value(offset, expected, found)
}

fn wrong_byte(expected: u8, found: u8, offset: usize) -> DecodeError {
    let expected = match expected {
        BYTES => "the FoundationDB type of a byte string, 01",
        TEXT => "the FoundationDB type of a string, 02",
        FLOAT => "the FoundationDB type of a float, 20",
        DOUBLE => "the FoundationDB type of a double, 21",
        _ => "the FoundationDB type of a UUID, 30",
    };
    not_a_value(offset, expected, found)
}

fn expect(reader: &mut Reader<'_>, expected: u8) -> Result<(), DecodeError> {
    let offset = reader.offset();
    let found = reader.byte()?;
    if found == expected { Ok(()) } else { Err(wrong_byte(expected, found, offset)) }
}

/// A negative number is stored as the complement of its magnitude.
fn write_integer<S: Sink>((magnitude, negative): (u128, bool), out: &mut S) {
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

fn read_integer<S: Sink>(kind: Kind, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
    let offset = reader.offset();
    if [PYTHON_POSITIVE, PYTHON_NEGATIVE].iter().any(|form| reader.clone().skip(form)) {
        return Err(DecodeError::new(offset, DecodeErrorKind::Codec(PYTHON_FORM.into())));
    }
    let (len, negative) = match reader.byte()? {
        LONG_NEGATIVE => (!reader.byte()?, true),
        LONG_POSITIVE => (reader.byte()?, false),
        found @ LONG_NEGATIVE..LONG_POSITIVE => (found.abs_diff(ZERO), found < ZERO),
        found => return Err(wrong_type(kind, found, offset)),
    };
    let len = usize::from(len);
    if len > size_of::<u128>() {
        return Err(DecodeError::new(offset, DecodeErrorKind::OutOfRange));
    }
    let stored = from_big_endian(&reader.bytes(len)?);
    let magnitude = if negative { !stored & if len == 0 { 0 } else { Number::max_unsigned(len) } } else { stored };
    put_integer(kind, (magnitude, negative), offset, plain)
}
