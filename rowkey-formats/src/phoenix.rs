//! The values of columns in a primary key of Apache Phoenix.

use super::numeric::Centimal;
use super::{Phoenix, from_big_endian, unencodable};
use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;
use rowkey::format::{
    BoundPlace, ByteCount, DecimalParts, Format, Kind, Null, Number, Reader, Sink, Structs, Type, Unencodable,
};
use rowkey::{DecodeError, DecodeErrorKind};

const END: u8 = 0x00;

/// The only byte of the decimal 0. The first byte of a negative decimal is less.
const ZERO: u8 = 0x80;
/// The first byte of a decimal from 1 to 99.99…. The first byte of a decimal from 100 to 9999.99… is greater by one.
const EXPONENT_OF_ONE: i32 = 0xC1;
/// The byte after the digits of a negative decimal. Because of this byte, -1 sorts after -1.5, although -1 has fewer
/// digits.
const NEGATIVE_END: u8 = 102;

const MILLIS_PER_SECOND: i128 = 1_000;
const NANOS_PER_MILLI: u32 = 1_000_000;
const MILLIS_PER_DAY: i128 = 86_400_000;

impl Format for Phoenix {
    const NAME: &'static str = "Phoenix";

    const TYPES: &'static [Type] = &[
        Type::signed(1..=8).plain_after(None),
        Type::unsigned(1..=8).some_values(),
        Type::new(Kind::Bool).plain_after(None).only_ascending(
            "a descending BOOLEAN of Phoenix is not supported",
            "write a codec of your own that stores true as 00 and false as 01",
        ),
        Type::new(Kind::Float { width: 4 }).some_values(),
        Type::new(Kind::Float { width: 8 }).some_values(),
        Type::new(Kind::Text).widths(ByteCount::exact(1), None).ends_with_key().some_values().starts_alike().optional(),
        Type::new(Kind::Bytes)
            .widths(ByteCount::exact(1), None)
            .only_last(
                "a VARBINARY column of Phoenix has no terminator",
                "the type `[u8; N]`, which stores a BINARY(N) column of Phoenix",
            )
            .some_values()
            .starts_alike(),
        Type::array(0..=usize::MAX).plain_after(None).starts_alike(),
        Type::new(Kind::Uuid).plain_after(None),
        // 1 byte for the exponent, up to 15 for the digits in base 100, 1 for the end of a negative number, 1 for the
        // terminator 00, and 1 more than necessary, as in `numeric::MAX`.
        Type::new(Kind::Decimal)
            .widths(ByteCount::exact(1), Some(ByteCount::exact(19)))
            .ends_with_key()
            .some_values()
            .optional(),
        Type::new(Kind::Timestamp).some_values(),
        Type::new(Kind::Date).width(ByteCount::exact(8)),
    ];

    const NULL: Null = Null::InPlace(&[END], &[]);

    /// A struct writes a terminator after each string in it. Phoenix writes no terminator after the last column of a key.
    const STRUCTS: Structs = Structs::Unsupported;

    const DESCENDING_NULL: Option<(&'static str, &'static str)> = Some((
        "Phoenix sorts NULL first in descending columns too, so a descending `Option` does not sort",
        "write the type without `Option`",
    ));

    fn write<S: Sink>(kind: Kind, plain: &[u8], last: bool, out: &mut S) {
        match kind {
            // Phoenix stores the bits in total order, plus one.
            Kind::Float { width } => Number::Unsigned(from_big_endian(plain) + 1).write(width, out),
            Kind::Text => {
                out.put(plain);
                out.put(terminator(last));
            }
            Kind::Decimal => {
                write_decimal(plain, out);
                out.put(terminator(last));
            }
            Kind::Timestamp => {
                let (seconds, nanos) = timestamp(plain);
                Number::Signed(seconds * MILLIS_PER_SECOND + i128::from(nanos / NANOS_PER_MILLI)).write(8, out);
                out.put_array((nanos % NANOS_PER_MILLI).to_be_bytes());
            }
            Kind::Date => Number::Signed(signed_number(plain) * MILLIS_PER_DAY).write(8, out),
            _ => out.put(plain),
        }
    }

    fn read<S: Sink>(kind: Kind, last: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        let offset = reader.offset();
        match kind {
            Kind::Float { width } => {
                let stored = from_big_endian(&reader.bytes(width)?);
                let total_order_bits =
                    stored.checked_sub(1).ok_or_else(|| DecodeError::new(offset, DecodeErrorKind::NotCanonical))?;
                Number::Unsigned(total_order_bits).write(width, plain);
            }
            Kind::Text => plain.put(&content(last, reader)?),
            // Bytes have no terminator, so that they can only be the last column.
            Kind::Bytes => plain.put(&reader.bytes(reader.remaining())?),
            Kind::Decimal => {
                let content = content(last, reader)?;
                let value = read_decimal(&content);
                plain.put_array(value.ok_or_else(|| DecodeError::new(offset, DecodeErrorKind::NotCanonical))?);
            }
            Kind::Timestamp => {
                let millis = signed_number(&reader.bytes(8)?);
                let nanos = u32::from_be_bytes(reader.array()?);
                let in_second = u32::try_from(millis.rem_euclid(MILLIS_PER_SECOND)).unwrap_or(0) * NANOS_PER_MILLI;
                Number::Signed(millis.div_euclid(MILLIS_PER_SECOND)).write(8, plain);
                plain.put_array((in_second + nanos % NANOS_PER_MILLI).to_be_bytes());
            }
            Kind::Date => {
                let days = signed_number(&reader.bytes(8)?).div_euclid(MILLIS_PER_DAY);
                if !Number::signed_range(4).contains(&days) {
                    return Err(DecodeError::new(offset, DecodeErrorKind::OutOfRange));
                }
                Number::Signed(days).write(4, plain);
            }
            _ => plain.put(&reader.bytes(kind.width().unwrap_or(0))?),
        }
        Ok(())
    }

    fn write_beginning(kind: Kind, beginning: &[u8], _: BoundPlace, out: &mut Vec<u8>) -> bool {
        if kind == Kind::Text && beginning.contains(&END) {
            return false;
        }
        out.extend_from_slice(beginning);
        true
    }

    fn unencodable(kind: Kind, plain: &[u8]) -> Option<Unencodable> {
        match kind {
            Kind::Unsigned { .. } => unencodable_unsigned(plain),
            Kind::Float { width } => unencodable::other_nan(plain, width),
            Kind::Text if plain.is_empty() => Some(Unencodable::before_all(
                "Phoenix stores an empty string as NULL: write `None`, in an `Option<String>`",
            )),
            Kind::Text if plain.first() == Some(&END) => Some(Unencodable::before_all(unencodable::ZERO_IN_TEXT)),
            Kind::Text => unencodable::zero_in_text(plain),
            Kind::Bytes if plain.is_empty() => Some(Unencodable::before_all(
                "Phoenix stores empty bytes as NULL, which this format does not support for bytes",
            )),
            Kind::Decimal => unencodable::decimal(plain),
            Kind::Timestamp => unencodable_timestamp(plain),
            _ => None,
        }
    }
}

fn unencodable_unsigned(plain: &[u8]) -> Option<Unencodable> {
    let (first, rest) = plain.split_first()?;
    let greatest = || [vec![0x7F], vec![0xFF; rest.len()]].concat();
    let why = "the unsigned types of Phoenix have the same maximum as the signed types";
    (*first >= 0x80).then(|| Unencodable::after(greatest(), why))
}

fn unencodable_timestamp(plain: &[u8]) -> Option<Unencodable> {
    const MAX_NANOS: u32 = 999_999_999;
    let seconds = plain.get(..8)?;
    (timestamp(plain).1 > MAX_NANOS)
        .then(|| Unencodable::after([seconds, &MAX_NANOS.to_be_bytes()].concat(), "the format has no leap seconds"))
}

fn signed_number(plain: &[u8]) -> i128 {
    match Number::read(plain, true) {
        Number::Signed(number) => number,
        Number::Unsigned(_) => 0,
    }
}

/// Returns the bytes after a string or a decimal, which are also the bytes of a null.
fn terminator(last: bool) -> &'static [u8] {
    if last { &[] } else { &[END] }
}

/// Returns the seconds since 1970 and the nanoseconds within the second, from the plain bytes of a timestamp.
fn timestamp(plain: &[u8]) -> (i128, u32) {
    let (seconds, nanos) = plain.split_at_checked(8).unwrap_or_default();
    (signed_number(seconds), u32::try_from(from_big_endian(nanos)).unwrap_or(0))
}

fn write_decimal<S: Sink>(plain: &[u8], out: &mut S) {
    let Some(number) = Centimal::from_plain(plain) else {
        out.put_array([ZERO]);
        return;
    };
    let first = u8::try_from(EXPONENT_OF_ONE + number.exponent - 1).unwrap_or(0);
    // The digit 0 is stored as 1, and 99 as 100. In a negative decimal, 0 is stored as 101, and 99 as 2.
    if number.negative {
        out.put_array([!first]);
        number.digits().iter().for_each(|digit| out.put_array([101 - digit]));
        out.put_array([NEGATIVE_END]);
    } else {
        out.put_array([first]);
        number.digits().iter().for_each(|digit| out.put_array([digit + 1]));
    }
}

fn content<'de>(last: bool, reader: &mut Reader<'de>) -> Result<Cow<'de, [u8]>, DecodeError> {
    if last { reader.bytes(reader.remaining()) } else { reader.until(END) }
}

fn read_decimal(content: &[u8]) -> Option<[u8; 14]> {
    let (first, digits) = content.split_first()?;
    if *first == ZERO {
        return DecimalParts { magnitude: 0, scale: 0, negative: false }.write();
    }
    let negative = *first < ZERO;
    let exponent = i32::from(if negative { !first } else { *first }) - EXPONENT_OF_ONE + 1;
    let digits = if negative { digits.strip_suffix(&[NEGATIVE_END])? } else { digits };
    let mut digits = digits.iter().map(|byte| if negative { 101_u8.wrapping_sub(*byte) } else { byte.wrapping_sub(1) });
    Centimal::read(exponent, negative, || Ok(digits.next())).ok()?
}
