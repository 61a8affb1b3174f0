//! Values in the format of HBase's class `OrderedBytes`: one byte for the type of the value, then the value.

use super::numeric;
use crate::error::{DecodeError, DecodeErrorKind};
pub(super) use crate::layout::format::codes::TEXT;
use crate::layout::format::codes::{INT8, INT16, INT32, INT64};
use crate::layout::{Encoding, ValueKind};
use crate::wire::reader::Reader;
use crate::wire::sink::{Buffer, Sink};
use crate::wire::terminator::Terminator;

pub(super) const NULL: u8 = 0x05;
const FLOAT32: u8 = 0x30;
const FLOAT64: u8 = 0x31;
const BLOB: u8 = 0x37;
const END: u8 = 0x00;

/// The bit that is set in every byte of a blob except the last one.
const MORE: u8 = 0x80;
/// The number of content bits in a byte of a blob.
const BITS: u32 = 7;

/// Returns the byte for the type of a value that is not a decimal.
fn type_byte(of: &Encoding) -> u8 {
    match of {
        Encoding::Signed { width: 1, .. } => INT8,
        Encoding::Signed { width: 2, .. } => INT16,
        Encoding::Signed { width: 4, .. } => INT32,
        Encoding::Signed { .. } => INT64,
        Encoding::Float { width: 4 } => FLOAT32,
        Encoding::Float { .. } => FLOAT64,
        Encoding::Text => TEXT,
        _ => BLOB,
    }
}

pub(super) fn write<S: Sink>(of: &Encoding, plain: &[u8], out: &mut S) {
    match of {
        Encoding::Text => {
            out.put_array([TEXT]);
            out.put(plain);
            out.put_array([END]);
        }
        Encoding::Bytes | Encoding::Array { .. } => {
            out.put_array([BLOB]);
            write_blob(plain, out);
        }
        Encoding::Value { value: ValueKind::Decimal } => numeric::write::<true, _>(plain, out),
        _ => {
            out.put_array([type_byte(of)]);
            out.put(plain);
        }
    }
}

/// Each byte of a blob holds seven bits of the content.
fn write_blob<S: Sink>(content: &[u8], out: &mut S) {
    // The low `count` bits of `bits` are not written yet.
    let mut bits = 0_u16;
    let mut count = 0;
    let mut bytes = content.iter().peekable();
    while let Some(byte) = bytes.next() {
        bits = bits << 8 | u16::from(*byte);
        count += 8;
        while count >= BITS {
            count -= BITS;
            let is_last = count == 0 && bytes.peek().is_none();
            out.put_array([low_byte(bits >> count) & !MORE | if is_last { 0 } else { MORE }]);
        }
    }
    if count > 0 {
        out.put_array([low_byte(bits << (BITS - count)) & !MORE]);
    } else if content.is_empty() {
        out.put_array([END]);
    }
}

fn low_byte(bits: u16) -> u8 {
    let [_, low] = bits.to_be_bytes();
    low
}

pub(super) fn read<B: Buffer>(of: &Encoding, reader: &mut Reader<'_>, plain: &mut B) -> Result<(), DecodeError> {
    if let Encoding::Value { value: ValueKind::Decimal } = of {
        return numeric::read(reader, plain);
    }
    let offset = reader.offset();
    let found = reader.byte()?;
    if found != type_byte(of) {
        let expected = "the OrderedBytes type of the field";
        return Err(DecodeError::new(offset, DecodeErrorKind::NotAValue { expected, found }));
    }
    match of {
        Encoding::Text => plain.put(&reader.variable(Terminator::Char(END))?.0),
        Encoding::Bytes | Encoding::Array { .. } => read_blob(reader, plain)?,
        _ => plain.put(&reader.bytes(of.min_width())?),
    }
    Ok(())
}

fn read_blob<S: Sink>(reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
    // The low `count` bits of `bits` do not make a whole byte yet.
    let mut bits = 0_u16;
    let mut count = 0;
    loop {
        let byte = reader.byte()?;
        bits = bits << BITS | u16::from(byte & !MORE);
        count += BITS;
        if count >= 8 {
            count -= 8;
            plain.put_array([low_byte(bits >> count)]);
        }
        if byte & MORE == 0 {
            return Ok(());
        }
    }
}
