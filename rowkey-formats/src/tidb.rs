//! The values in index keys of TiDB: one byte for the type of the value, which TiDB calls the flag, and then the value.

use super::{Tidb, groups, unencodable};
use alloc::vec::Vec;
use rowkey::format::{BoundPlace, ByteCount, Format, Kind, Null, Number, Reader, Sink, Structs, Type, Unencodable};
use rowkey::{DecodeError, DecodeErrorKind};

const NULL: u8 = 0;
/// The flag of strings and bytes.
const CONTENT: u8 = 1;
const SIGNED: u8 = 3;
const UNSIGNED: u8 = 4;
const FLOAT: u8 = 5;

/// The stored width of a number of any type.
const WIDTH: usize = 8;

impl Format for Tidb {
    const NAME: &'static str = "TiDB";

    const TYPES: &'static [Type] = &[
        Type::unsigned(1..=8).width(ByteCount::exact(1 + WIDTH)).integer_after(Some(UNSIGNED), WIDTH).optional(),
        Type::signed(1..=8).width(ByteCount::exact(1 + WIDTH)).integer_after(Some(SIGNED), WIDTH).optional(),
        Type::new(Kind::Float { width: 8 }).width(ByteCount::plain_and(1)).some_values().optional(),
        Type::new(Kind::Text).widths(ByteCount::exact(10), None).starts_alike().optional(),
        Type::new(Kind::Bytes).widths(ByteCount::exact(10), None).starts_alike().optional(),
        Type::array(0..=usize::MAX).width(ByteCount::whole_groups(8, 9, 10)).starts_alike().optional(),
    ];

    const NULL: Null = Null::InPlace(&[NULL], &[NULL]);

    const STRUCTS: Structs = Structs::Inline;

    fn write<S: Sink>(kind: Kind, plain: &[u8], _: bool, out: &mut S) {
        match kind {
            Kind::Unsigned { .. } => {
                out.put_array([UNSIGNED]);
                Number::read(plain, false).write(WIDTH, out);
            }
            Kind::Signed { .. } => {
                out.put_array([SIGNED]);
                Number::read(plain, true).write(WIDTH, out);
            }
            Kind::Float { .. } => {
                out.put_array([FLOAT]);
                out.put(plain);
            }
            _ => {
                out.put_array([CONTENT]);
                groups::write(plain, out);
            }
        }
    }

    fn read<S: Sink>(kind: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        match kind {
            Kind::Unsigned { width } => {
                reader.expect(UNSIGNED, "the flag of an unsigned integer, 04")?;
                read_number(width, false, reader, plain)
            }
            Kind::Signed { width } => {
                reader.expect(SIGNED, "the flag of a signed integer, 03")?;
                read_number(width, true, reader, plain)
            }
            Kind::Float { width } => {
                reader.expect(FLOAT, "the flag of a float, 05")?;
                plain.put(&reader.bytes(width)?);
                Ok(())
            }
            _ => {
                reader.expect(CONTENT, "the flag of a string or bytes, 01")?;
                groups::read(reader, plain)
            }
        }
    }

    fn write_beginning(_: Kind, beginning: &[u8], place: BoundPlace, out: &mut Vec<u8>) -> bool {
        out.push(CONTENT);
        groups::write_starts_with_bound(beginning, place == BoundPlace::Before, out);
        true
    }

    fn unencodable(kind: Kind, plain: &[u8]) -> Option<Unencodable> {
        match kind {
            Kind::Float { width } => {
                unencodable::negative_zero(plain, width).or_else(|| unencodable::any_nan(plain, width))
            }
            _ => None,
        }
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
