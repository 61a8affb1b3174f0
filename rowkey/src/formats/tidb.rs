//! The values in index keys of TiDB: one byte for the type of the value, which TiDB calls the flag, and then the value.

use crate::error::{DecodeError, DecodeErrorKind};
use crate::layout::Encoding;
use crate::layout::format::codes::{SIGNED, UNSIGNED};
use crate::wire::groups;
use crate::wire::integer::Number;
use crate::wire::reader::Reader;
use crate::wire::sink::{Buffer, Sink};
use alloc::vec::Vec;

pub(super) const NULL: u8 = 0;
/// The flag of strings and bytes.
const CONTENT: u8 = 1;
const FLOAT: u8 = 5;

/// The stored width of a number of any type.
const WIDTH: usize = 8;

pub(super) fn write<S: Sink>(of: &Encoding, plain: &[u8], out: &mut S) {
    match of {
        Encoding::Unsigned { .. } => {
            out.put_array([UNSIGNED]);
            Number::read(plain, false).write(WIDTH, out);
        }
        Encoding::Signed { .. } => {
            out.put_array([SIGNED]);
            Number::read(plain, true).write(WIDTH, out);
        }
        Encoding::Float { .. } => {
            out.put_array([FLOAT]);
            out.put(plain);
        }
        _ => {
            out.put_array([CONTENT]);
            groups::write(plain, out);
        }
    }
}

pub(super) fn read<B: Buffer>(of: &Encoding, reader: &mut Reader<'_>, plain: &mut B) -> Result<(), DecodeError> {
    match of {
        Encoding::Unsigned { width, .. } => {
            expect(reader, UNSIGNED, "the flag of an unsigned integer, 04")?;
            read_number(*width, false, reader, plain)
        }
        Encoding::Signed { width, .. } => {
            expect(reader, SIGNED, "the flag of a signed integer, 03")?;
            read_number(*width, true, reader, plain)
        }
        Encoding::Float { width } => {
            expect(reader, FLOAT, "the flag of a float, 05")?;
            plain.put(&reader.bytes(*width)?);
            Ok(())
        }
        _ => {
            expect(reader, CONTENT, "the flag of a string or bytes, 01")?;
            groups::read(reader, plain)
        }
    }
}

fn expect(reader: &mut Reader<'_>, flag: u8, expected: &'static str) -> Result<(), DecodeError> {
    let offset = reader.offset();
    match reader.byte()? {
        found if found == flag => Ok(()),
        found => Err(DecodeError::new(offset, DecodeErrorKind::NotAValue { expected, found })),
    }
}

fn read_number<S: Sink>(width: usize, signed: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
    let offset = reader.offset();
    let number = Number::read(&reader.bytes(WIDTH)?, signed);
    if !number.fits(width) {
        return Err(DecodeError::new(offset, DecodeErrorKind::OutOfRange));
    }
    number.write(width, plain);
    Ok(())
}

pub(super) fn write_starts_with_bound(beginning: &[u8], is_lower: bool, out: &mut Vec<u8>) {
    out.push(CONTENT);
    groups::write_starts_with_bound(beginning, is_lower, out);
}
