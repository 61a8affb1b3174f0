//! Values in the ordered code of Bigtable, as Google's Go package `orderedcode` writes them.

use crate::error::{DecodeError, DecodeErrorKind};
use crate::layout::Encoding;
use crate::wire::float;
use crate::wire::integer::{Number, from_big_endian};
use crate::wire::reader::Reader;
use crate::wire::sink::{Buffer, Sink};

/// The width of an `f64`, the only float type of the format.
const DOUBLE: usize = 8;

pub(super) fn write<S: Sink>(of: &Encoding, plain: &[u8], out: &mut S) {
    match of {
        Encoding::Unsigned { .. } => {
            let significant =
                plain.iter().position(|byte| *byte != 0).and_then(|zeros| plain.get(zeros..)).unwrap_or_default();
            out.put_array([u8::try_from(significant.len()).unwrap_or(0)]);
            out.put(significant);
        }
        Encoding::Signed { .. } => write_signed(signed_number(plain), out),
        Encoding::Float { .. } => write_signed(float_to_integer(plain), out),
        _ => {
            write_escaped(plain, out);
            // The terminator.
            out.put_array([0x00, 0x01]);
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
    let bits = float::from_stored(u64::try_from(from_big_endian(plain)).unwrap_or(0), DOUBLE).cast_signed();
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

pub(super) fn write_escaped<S: Sink>(content: &[u8], out: &mut S) {
    for byte in content {
        match byte {
            0x00 | 0xFF => out.put_array([*byte, !byte]),
            byte => out.put_array([*byte]),
        }
    }
}

pub(super) fn read<B: Buffer>(of: &Encoding, reader: &mut Reader<'_>, plain: &mut B) -> Result<(), DecodeError> {
    let offset = reader.offset();
    let out_of_range = || DecodeError::new(offset, DecodeErrorKind::OutOfRange);
    match of {
        Encoding::Unsigned { width, .. } => {
            let len = usize::from(reader.byte()?);
            if len > *width {
                return Err(out_of_range());
            }
            Number::Unsigned(from_big_endian(&reader.bytes(len)?)).write(*width, plain);
            Ok(())
        }
        Encoding::Signed { width, .. } => {
            let number = read_signed(reader)?.map(i128::from);
            let number = number.filter(|number| Number::signed_range(*width).contains(number));
            Number::Signed(number.ok_or_else(out_of_range)?).write(*width, plain);
            Ok(())
        }
        Encoding::Float { .. } => {
            let number = read_signed(reader)?.ok_or_else(out_of_range)?;
            let bits = if number < 0 { i64::MIN.wrapping_sub(number) } else { number };
            plain.put(&float::to_stored(bits.cast_unsigned(), DOUBLE).to_be_bytes());
            Ok(())
        }
        _ => loop {
            match reader.byte()? {
                byte @ (0x00 | 0xFF) => match reader.byte()? {
                    next if next == !byte => plain.put_array([byte]),
                    0x01 if byte == 0x00 => return Ok(()),
                    found => {
                        let offset = reader.offset() - 1;
                        return Err(DecodeError::new(offset, DecodeErrorKind::BadEscape { found }));
                    }
                },
                byte => plain.put_array([byte]),
            }
        },
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
