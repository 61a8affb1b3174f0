//! Text, bytes, and integers in decimal digits, with a terminator after each value.

use super::{integer, put_integer};
use crate::digits::{put_digits, read_digits};
use crate::name::Name;
use alloc::vec::Vec;
use rowkey::DecodeError;
use rowkey::format::{BoundPlace, ByteCount, Format, Kind, Reader, Sink, Type, Unencodable};

/// A string, bytes, or an integer in decimal digits without leading zeros, and then the terminator `C`. With this
/// format, the fields of a key can have different separators.
///
/// Encoding fails for a string or bytes that contain `C`. All integers can be encoded. For integers, it is a compile
/// error if `C` is a digit, or if `C` is `-` and the integer is signed. The terminator is a byte, such as `b':'` or
/// `b'\xFF'`. A string `user` has the query method `user_starts_with`. The method `user_in` exists only for the
/// terminator `00`: after another terminator, the bytes do not sort as the values do. Numbers never sort.
///
/// The terminator is part of the value even in the last field, unlike the terminator of `#[rowkey(terminator = ':')]`.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_formats::Terminated;
///
/// #[derive(Debug, PartialEq, RowKey)]
/// struct SeriesKey {
///     #[rowkey(codec = Terminated<b':'>)]
///     user: String,
///     #[rowkey(codec = Terminated<b'/'>, before = "d")]
///     day: u32,
///     metric: String,
/// }
///
/// let key = SeriesKey { user: "ann".into(), day: 17, metric: "cpu".into() };
/// assert_eq!(key.try_encode()?, b"ann:d17/cpu");
/// assert_eq!(SeriesKey::decode(b"ann:d17/cpu")?, key);
/// assert!(SeriesKey::decode(b"ann:d017/cpu").is_err());
/// assert!(SeriesKey { user: "a:b".into(), ..key }.try_encode().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Terminated<const C: u8>;

/// A string, bytes or an integer in decimal digits, then `00`: see [`Terminated`].
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// struct FieldKey {
///     table: u16,
///     #[rowkey(codec = rowkey_formats::NulTerminated)]
///     field: String,
/// }
///
/// assert_eq!(FieldKey { table: 1, field: "id".into() }.try_encode()?, b"\x00\x01id\x00");
/// assert!(FieldKey { table: 1, field: "a\0".into() }.try_encode().is_err());
/// # Ok::<(), rowkey::EncodeError>(())
/// ```
pub type NulTerminated = Terminated<b'\0'>;

impl<const C: u8> Terminated<C> {
    const NAME_OF_FORMAT: Name = Name::new().byte(C).text("-terminated");

    /// Text and bytes that cannot contain 00 sort if 00 ends them, because 00 is less than the byte of a longer value.
    const fn content(row: Type) -> Type {
        let row = row.widths(ByteCount::exact(1), None).some_values().starts_alike().optional();
        if C == 0 { row } else { row.unsorted() }
    }
}

/// The rows of numbers: a byte has log 256 = 2.409 digits.
const UNSIGNED: Type = digits(Type::unsigned(1..=16), ByteCount::ratio(241, 100, 1));
/// A signed number of up to 8 bytes has a digit less than an unsigned one where that makes a difference, and a sign.
const SIGNED: Type = digits(Type::signed(1..=8), ByteCount::ratio(19, 8, 2));
const WIDE_SIGNED: Type = digits(Type::signed(9..=16), ByteCount::ratio(241, 100, 2));

const fn digits(row: Type, max: ByteCount) -> Type {
    row.widths(ByteCount::exact(2), Some(max)).unsorted().same_at_any_width(true).optional()
}

impl<const C: u8> Format for Terminated<C> {
    const NAME: &'static str = Self::NAME_OF_FORMAT.as_str();

    const TYPES: &'static [Type] = match C {
        // The digits would not end.
        b'0'..=b'9' => &[Self::content(Type::new(Kind::Text)), Self::content(Type::new(Kind::Bytes))],
        b'-' => &[Self::content(Type::new(Kind::Text)), Self::content(Type::new(Kind::Bytes)), UNSIGNED],
        _ => &[
            Self::content(Type::new(Kind::Text)),
            Self::content(Type::new(Kind::Bytes)),
            UNSIGNED,
            SIGNED,
            WIDE_SIGNED,
        ],
    };

    fn write<S: Sink>(kind: Kind, plain: &[u8], _: bool, out: &mut S) {
        if let Kind::Unsigned { .. } | Kind::Signed { .. } = kind {
            let (number, negative) = integer(kind, plain);
            out.put(if negative { b"-" } else { b"" });
            put_digits(number, number.checked_ilog10().map_or(1, |log| log as usize + 1), out);
        } else {
            out.put(plain);
        }
        out.put_array([C]);
    }

    fn read<S: Sink>(kind: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        let offset = reader.offset();
        let content = reader.until(C)?;
        match kind {
            Kind::Unsigned { .. } | Kind::Signed { .. } => {
                let digits = content.strip_prefix(b"-").filter(|_| matches!(kind, Kind::Signed { .. }));
                let first = offset + usize::from(digits.is_some());
                let number = read_digits(digits.unwrap_or(&content), first)?;
                put_integer(kind, (number, digits.is_some()), offset, plain)
            }
            _ => {
                plain.put(&content);
                Ok(())
            }
        }
    }

    fn write_beginning(_: Kind, beginning: &[u8], _: BoundPlace, out: &mut Vec<u8>) -> bool {
        out.put(beginning);
        !beginning.contains(&C)
    }

    fn unencodable(kind: Kind, plain: &[u8]) -> Option<Unencodable> {
        let end = plain.iter().position(|byte| *byte == C).filter(|_| matches!(kind, Kind::Text | Kind::Bytes))?;
        let nearest = plain.get(..end).unwrap_or_default();
        Some(Unencodable::after(nearest, "the value contains the byte that is its terminator"))
    }
}
