//! Values in the ordered code of Bigtable, as Google's Go package `orderedcode` writes them.

use super::{OrderedCode, from_big_endian, unencodable};
use alloc::vec::Vec;
use rowkey::format::{
    BoundPlace, ByteCount, Format, Kind, Number, Reader, Sink, Structs, Type, Unencodable, float_of_plain, plain_float,
};
use rowkey::{DecodeError, DecodeErrorKind};

/// The width of an `f64`, the only float type of the format.
const DOUBLE: usize = 8;

impl Format for OrderedCode {
    const NAME: &'static str = "ordered code";

    const TYPES: &'static [Type] = &[
        Type::unsigned(1..=8).widths(ByteCount::exact(1), Some(ByteCount::plain_and(1))).same_at_any_width(false),
        // n bytes hold the sign and 7n - 1 bits of the number.
        Type::signed(1..=8).widths(ByteCount::exact(1), Some(ByteCount::ratio(8, 7, 0))).same_at_any_width(false),
        Type::new(Kind::Float { width: 8 }).widths(ByteCount::exact(1), Some(ByteCount::exact(10))).some_values(),
        Type::new(Kind::Text).widths(ByteCount::exact(2), None).starts_alike(),
        Type::new(Kind::Bytes).widths(ByteCount::exact(2), None).starts_alike(),
        Type::array(0..=usize::MAX).widths(ByteCount::plain_and(2), Some(ByteCount::ratio(2, 1, 2))).starts_alike(),
    ];

    const STRUCTS: Structs = Structs::Inline;

    fn write<S: Sink>(kind: Kind, plain: &[u8], _: bool, out: &mut S) {
        match kind {
            Kind::Unsigned { .. } => {
                let significant =
                    plain.iter().position(|byte| *byte != 0).and_then(|zeros| plain.get(zeros..)).unwrap_or_default();
                out.put_array([u8::try_from(significant.len()).unwrap_or(0)]);
                out.put(significant);
            }
            Kind::Signed { .. } => write_signed(signed_number(plain), out),
            Kind::Float { .. } => write_signed(float_to_integer(plain), out),
            _ => {
                write_escaped(plain, out);
                // The terminator.
                out.put_array([0x00, 0x01]);
            }
        }
    }

    fn read<S: Sink>(kind: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        let offset = reader.offset();
        let out_of_range = || DecodeError::new(offset, DecodeErrorKind::OutOfRange);
        match kind {
            Kind::Unsigned { width } => {
                let len = usize::from(reader.byte()?);
                if len > width {
                    return Err(out_of_range());
                }
                Number::Unsigned(from_big_endian(&reader.bytes(len)?)).write(width, plain);
            }
            Kind::Signed { width } => {
                let number = read_signed(reader)?.map(i128::from);
                let number = number.filter(|number| Number::signed_range(width).contains(number));
                Number::Signed(number.ok_or_else(out_of_range)?).write(width, plain);
            }
            Kind::Float { .. } => {
                let number = read_signed(reader)?.ok_or_else(out_of_range)?;
                let bits = if number < 0 { i64::MIN.wrapping_sub(number) } else { number };
                plain.put_array(plain_float(bits.cast_unsigned(), DOUBLE).to_be_bytes());
            }
            _ => read_escaped(reader, plain)?,
        }
        Ok(())
    }

    fn write_beginning(_: Kind, beginning: &[u8], _: BoundPlace, out: &mut Vec<u8>) -> bool {
        write_escaped(beginning, out);
        true
    }

    fn unencodable(kind: Kind, plain: &[u8]) -> Option<Unencodable> {
        match kind {
            Kind::Float { width } => unencodable::negative_zero(plain, width),
            _ => None,
        }
    }
}

fn read_escaped<S: Sink>(reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
    loop {
        match reader.byte()? {
            byte @ (0x00 | 0xFF) => match reader.byte()? {
                next if next == !byte => plain.put_array([byte]),
                0x01 if byte == 0x00 => return Ok(()),
                found => {
                    let offset = reader.offset() - 1;
                    return Err(DecodeError::new(
                        offset,
                        DecodeErrorKind::not_a_value("01 or ff after 00, or 00 after ff", found),
                    ));
                }
            },
            byte => plain.put_array([byte]),
        }
    }
}

fn signed_number(plain: &[u8]) -> i64 {
    match Number::read(plain, true) {
        Number::Signed(number) => i64::try_from(number).unwrap_or(0),
        Number::Unsigned(_) => 0,
    }
}

/// Returns the integer that a float is stored as: the bits of a positive float, or the negated magnitude bits of a
/// negative float. [`read`] converts the integer back.
fn float_to_integer(plain: &[u8]) -> i64 {
    let bits = float_of_plain(u64::try_from(from_big_endian(plain)).unwrap_or(0), DOUBLE).cast_signed();
    if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits }
}

/// A number that is not negative begins, in n bytes, with n set bits and a clear bit. A negative number is stored as the
/// complement of all bits of the number `-1 - number`.
fn write_signed<S: Sink>(number: i64, out: &mut S) {
    let magnitude = if number < 0 { !number } else { number };
    let bits = 65 - magnitude.leading_zeros();
    // In n bytes, 7n bits follow the n set bits: the clear bit, which is the sign, and 7n - 1 bits of the number.
    let count = bits.div_ceil(7).max(1);
    let stored = u128::from(magnitude.unsigned_abs()) | ((1 << count) - 1) << (7 * count);
    let stored = if number < 0 { !stored } else { stored }.to_be_bytes();
    out.put(stored.get(stored.len().saturating_sub(count as usize)..).unwrap_or_default());
}

fn write_escaped<S: Sink>(content: &[u8], out: &mut S) {
    for byte in content {
        match byte {
            0x00 | 0xFF => out.put_array([*byte, !byte]),
            byte => out.put_array([*byte]),
        }
    }
}

/// Returns `None` if the number does not fit into an `i64`.
fn read_signed(reader: &mut Reader<'_>) -> Result<Option<i64>, DecodeError> {
    let mut ahead = reader.clone();
    let first = ahead.byte()?;
    let flip = if first < 0x80 { 0xFF } else { 0 };
    let mut count = (first ^ flip).leading_ones();
    if count == 8 {
        count += (ahead.byte()? ^ flip).leading_ones();
    }
    // The greatest number has ten bytes.
    if count > 10 {
        return Ok(None);
    }
    let stored = from_big_endian(&reader.bytes(count as usize)?);
    let stored = if flip == 0 { stored } else { !stored };
    let magnitude = i64::try_from(stored & ((1 << (7 * count)) - 1)).ok();
    Ok(magnitude.map(|magnitude| if flip == 0 { magnitude } else { !magnitude }))
}
