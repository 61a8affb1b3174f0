//! Floats whose bits are stored unchanged.

use super::from_big_endian;
use rowkey::DecodeError;
use rowkey::format::{Format, Kind, Reader, Sink, Type, float_of_plain, plain_float};

/// A float as its bits in IEEE 754, the most significant byte first: 1.5 is `3F F8` and six bytes `00`. Java's
/// `ByteBuffer.putDouble`, the method `Bytes.toBytes(double)` of HBase, and `to_be_bytes` of Rust write these bytes.
///
/// The bytes do not sort as the numbers do, because negative numbers sort after positive numbers, and in reverse. An `f64`
/// without this format sorts: 1.5 begins with `BF F8`. Bytes of one form are also bytes of the other form, but of another
/// number, so decoding cannot tell which form was stored.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(Debug, PartialEq, RowKey)]
/// struct ReadingKey {
///     #[rowkey(codec = rowkey_formats::Ieee754)]
///     value: f64,
///     sensor: u16,
/// }
///
/// let key = ReadingKey { value: 1.5, sensor: 7 };
/// assert_eq!(key.encode(), *b"\x3F\xF8\0\0\0\0\0\0\0\x07");
/// assert_eq!(ReadingKey::decode(&key.encode())?, key);
/// # Ok::<(), rowkey::DecodeError>(())
/// ```
#[derive(Debug)]
pub struct Ieee754;

impl Format for Ieee754 {
    const NAME: &'static str = "IEEE 754";

    const TYPES: &'static [Type] = &[
        Type::new(Kind::Float { width: 4 }).unsorted().optional(),
        Type::new(Kind::Float { width: 8 }).unsorted().optional(),
    ];

    fn write<S: Sink>(_: Kind, plain: &[u8], _: bool, out: &mut S) {
        convert(plain, float_of_plain, out);
    }

    fn read<S: Sink>(kind: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        convert(&reader.bytes(kind.width().unwrap_or(0))?, plain_float, plain);
        Ok(())
    }
}

fn convert<S: Sink>(bytes: &[u8], conversion: fn(u64, usize) -> u64, out: &mut S) {
    let bits = u64::try_from(from_big_endian(bytes)).unwrap_or(0);
    let converted = conversion(bits, bytes.len()).to_be_bytes();
    out.put(converted.get(converted.len() - bytes.len()..).unwrap_or_default());
}
