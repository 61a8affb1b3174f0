//! Values in the format of HBase's class `OrderedBytes`: one byte for the type of the value, then the value.

use super::{OrderedBytes, numeric, unencodable};
use alloc::vec::Vec;
use rowkey::DecodeError;
use rowkey::format::{BoundPlace, ByteCount, Format, Kind, Null, Reader, Sink, Structs, Type, Unencodable};

const NULL: u8 = 0x05;
const INT8: u8 = 0x29;
const INT16: u8 = 0x2A;
const INT32: u8 = 0x2B;
const INT64: u8 = 0x2C;
const FLOAT32: u8 = 0x30;
const FLOAT64: u8 = 0x31;
const TEXT: u8 = 0x34;
const BLOB: u8 = 0x37;
const END: u8 = 0x00;

/// The bit that is set in every byte of a blob except the last one.
const MORE: u8 = 0x80;
/// The number of content bits in a byte of a blob.
const BITS: u32 = 7;

impl Format for OrderedBytes {
    const NAME: &'static str = "OrderedBytes";

    const TYPES: &'static [Type] = &[
        integer(1..=1, INT8),
        integer(2..=2, INT16),
        integer(4..=4, INT32),
        integer(8..=8, INT64),
        Type::new(Kind::Float { width: 4 }).width(ByteCount::plain_and(1)).some_values(),
        Type::new(Kind::Float { width: 8 }).width(ByteCount::plain_and(1)).some_values(),
        Type::new(Kind::Text)
            .widths(ByteCount::exact(2), None)
            .plain_after(Some(TEXT))
            .some_values()
            .starts_alike()
            .optional(),
        // The bytes of `[1]` are less than the bytes of `[0, 0]`.
        Type::new(Kind::Bytes).widths(ByteCount::exact(2), None).unsorted().optional(),
        Type::array(0..=0).width(ByteCount::exact(2)).unsorted().optional(),
        Type::array(1..=usize::MAX).width(ByteCount::ratio(8, 7, 1)).unsorted().optional(),
        Type::new(Kind::Decimal).widths(numeric::MIN, Some(numeric::MAX)).some_values().optional(),
    ];

    const NULL: Null = Null::InPlace(&[NULL], &[NULL]);

    const STRUCTS: Structs = Structs::Inline;

    fn write<S: Sink>(kind: Kind, plain: &[u8], _: bool, out: &mut S) {
        match kind {
            Kind::Text => {
                out.put_array([TEXT]);
                out.put(plain);
                out.put_array([END]);
            }
            Kind::Bytes | Kind::Array { .. } => {
                out.put_array([BLOB]);
                write_blob(plain, out);
            }
            Kind::Decimal => numeric::write::<true, _>(plain, out),
            _ => {
                out.put_array([type_byte(kind)]);
                out.put(plain);
            }
        }
    }

    fn read<S: Sink>(kind: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        if kind == Kind::Decimal {
            return numeric::read(reader, plain);
        }
        reader.expect(type_byte(kind), "the OrderedBytes type of the field")?;
        match kind {
            Kind::Text => plain.put(&reader.until(END)?),
            Kind::Bytes | Kind::Array { .. } => read_blob(reader, plain)?,
            _ => plain.put(&reader.bytes(kind.width().unwrap_or(0))?),
        }
        Ok(())
    }

    fn write_beginning(_: Kind, beginning: &[u8], _: BoundPlace, out: &mut Vec<u8>) -> bool {
        if beginning.contains(&END) {
            return false;
        }
        out.push(TEXT);
        out.extend_from_slice(beginning);
        true
    }

    fn unencodable(kind: Kind, plain: &[u8]) -> Option<Unencodable> {
        match kind {
            Kind::Float { width } => unencodable::other_nan(plain, width),
            Kind::Text => unencodable::zero_in_text(plain),
            Kind::Decimal => unencodable::decimal(plain),
            _ => None,
        }
    }
}

const fn integer(widths: core::ops::RangeInclusive<usize>, byte: u8) -> Type {
    Type::signed(widths).width(ByteCount::plain_and(1)).plain_after(Some(byte))
}

/// Returns the byte for the type of a value that is not a decimal.
fn type_byte(kind: Kind) -> u8 {
    match kind {
        Kind::Signed { width: 1 } => INT8,
        Kind::Signed { width: 2 } => INT16,
        Kind::Signed { width: 4 } => INT32,
        Kind::Signed { .. } => INT64,
        Kind::Float { width: 4 } => FLOAT32,
        Kind::Float { .. } => FLOAT64,
        Kind::Text => TEXT,
        _ => BLOB,
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
