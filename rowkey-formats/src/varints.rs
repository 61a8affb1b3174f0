//! Integers in groups of seven bits, whose first bit says whether another group follows.

use super::{integer, put_integer};
use rowkey::format::{ByteCount, Format, Kind, Reader, Sink, Type};
use rowkey::{DecodeError, DecodeErrorKind};

/// The varint of protobuf, of WebAssembly and of Go's `binary.PutUvarint`: groups of seven bits, the least significant
/// first. Every byte except the last has its highest bit set. The bytes do not sort as the numbers do.
///
/// Decoding rejects a number with more bytes than necessary.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// struct SeriesKey {
///     #[rowkey(codec = rowkey_formats::Leb128)]
///     series: u64,
///     chunk: u8,
/// }
///
/// assert_eq!(SeriesKey { series: 300, chunk: 7 }.encode(), b"\xAC\x02\x07");
/// assert!(SeriesKey::decode(b"\x81\x00\x07").is_err());
/// ```
#[derive(Debug)]
pub struct Leb128;

/// `VARINT` of Bitcoin Core: groups of seven bits, the most significant first. Every byte except the last has its
/// highest bit set. After each group, the rest of the number is decremented by one, so that each number has one
/// encoding: 127 is stored as `7F`, 128 as `80 00`, and 256 as `81 00`. The bytes do not sort as the numbers do.
///
/// The page of the [crate](crate) has an example.
#[derive(Debug)]
pub struct BitcoinVarint;

/// The variable-length quantity (VLQ) of MIDI: groups of seven bits, the most significant first. Every byte except
/// the last has its highest bit set. The bytes do not sort as the numbers do.
///
/// Decoding rejects a number with more bytes than necessary.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// struct PropertyKey {
///     #[rowkey(codec = rowkey_formats::Vlq)]
///     property: u32,
///     value: u8,
/// }
///
/// assert_eq!(PropertyKey { property: 300, value: 7 }.encode(), b"\x82\x2C\x07");
/// assert!(PropertyKey::decode(b"\x80\x01\x07").is_err());
/// ```
#[derive(Debug)]
pub struct Vlq;

/// The highest bit of a byte, which is set if another byte follows.
const MORE: u8 = 0x80;

/// The number of groups of 128 bits.
const MAX_GROUPS: usize = 19;

macro_rules! varints {
    ($($format:ident: $name:literal, $write:expr, $read:expr;)*) => {$(
        impl Format for $format {
            const NAME: &'static str = $name;

            const TYPES: &'static [Type] = &[Type::unsigned(1..=16)
                .widths(ByteCount::exact(1), Some(ByteCount::ratio(8, 7, 0)))
                .unsorted()
                .same_at_any_width(false)
                .optional()];

                    fn write<S: Sink>(kind: Kind, plain: &[u8], _: bool, out: &mut S) {
                let (number, _) = integer(kind, plain);
                $write(number, out);
            }

            fn read<S: Sink>(kind: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
                let offset = reader.offset();
                let number = $read(reader)?.ok_or_else(|| DecodeError::new(offset, DecodeErrorKind::OutOfRange))?;
                put_integer(kind, (number, false), offset, plain)
            }
        }
    )*};
}

varints! {
    Leb128: "LEB128", write_leb128, read_leb128;
    BitcoinVarint: "Bitcoin VARINT", write_groups::<1, S>, read_groups::<1>;
    Vlq: "VLQ", write_groups::<0, S>, read_groups::<0>;
}

#[allow(clippy::cast_possible_truncation, reason = "only the low byte is needed")]
fn write_leb128<S: Sink>(mut number: u128, out: &mut S) {
    while number >= MORE.into() {
        out.put_array([number as u8 | MORE]);
        number >>= 7;
    }
    out.put_array([number as u8]);
}

/// Returns `None` if the number has more than 128 bits.
fn read_leb128(reader: &mut Reader<'_>) -> Result<Option<u128>, DecodeError> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = reader.byte()?;
        let group = u128::from(byte & !MORE);
        if shift >= 128 || group << shift >> shift != group {
            return Ok(None);
        }
        number |= group << shift;
        if byte & MORE == 0 {
            return Ok(Some(number));
        }
        shift += 7;
    }
}

/// Appends the most significant group first. After each group, the rest of the number is decremented by `STEP`.
#[allow(clippy::cast_possible_truncation, reason = "only the low byte is needed")]
fn write_groups<const STEP: u128, S: Sink>(mut number: u128, out: &mut S) {
    let mut groups = [0; MAX_GROUPS];
    let mut more = 0;
    let mut count = 0;
    for group in groups.iter_mut().rev() {
        count += 1;
        *group = number as u8 & !MORE | more;
        more = MORE;
        if number < MORE.into() {
            break;
        }
        number = (number >> 7) - STEP;
    }
    out.put(groups.get(MAX_GROUPS - count..).unwrap_or_default());
}

/// Returns `None` if the number has more than 128 bits.
fn read_groups<const STEP: u128>(reader: &mut Reader<'_>) -> Result<Option<u128>, DecodeError> {
    let mut number: u128 = 0;
    loop {
        let byte = reader.byte()?;
        if number >> 121 != 0 {
            return Ok(None);
        }
        number = number << 7 | u128::from(byte & !MORE);
        if byte & MORE == 0 {
            return Ok(Some(number));
        }
        let Some(next) = number.checked_add(STEP) else { return Ok(None) };
        number = next;
    }
}
