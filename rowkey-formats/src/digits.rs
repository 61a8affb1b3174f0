//! Integers in digits: hexadecimal, and decimal after a subtraction.

use super::{hex_digit, integer, not_a_value, put_integer};
use crate::name::Name;
use alloc::vec::Vec;
use rowkey::format::{ByteCount, Format, Kind, Number, Reader, Sink, Type, Unencodable};
use rowkey::{DecodeError, DecodeErrorKind};

/// An unsigned integer in lower-case hexadecimal digits, two for each byte of its type. The digits sort as the numbers
/// do.
///
/// ```
/// use rowkey::RowKey;
///
/// /// InfluxDB: which user may use which resource.
/// #[derive(RowKey)]
/// struct MappingKey {
///     #[rowkey(codec = rowkey_formats::Hex)]
///     resource: u64,
///     #[rowkey(codec = rowkey_formats::Hex)]
///     user: u64,
/// }
///
/// let key = MappingKey { resource: 0x20F_755C_3C08_2000, user: 7 };
/// assert_eq!(key.encode(), *b"020f755c3c0820000000000000000007");
/// assert!(MappingKey::decode(b"020F755C3C0820000000000000000007").is_err());
/// ```
#[derive(Debug)]
pub struct Hex;

/// `MAX` minus the number, in `DIGITS` decimal digits with zeros on the left. This is how Java programs write a time so
/// that the newest row comes first: `Long.MAX_VALUE - time`, as text. By default, `MAX` is `Long.MAX_VALUE` and
/// `DIGITS` is 19.
///
/// A greater number has lesser digits: the field sorts in descending order without `#[descending]`. The argument of the
/// query method `at_in`, which the derive generates for a field `at`, is a range of numbers: `at_in(5..8)` finds the
/// times 5, 6 and 7, also in a descending field. Encoding fails for negative numbers and for numbers above `MAX`.
///
/// `#[pad(19)]` with `#[descending]` writes **other digits**: it subtracts each digit from 9, so it writes 10¹⁹ - 1
/// minus the number. Use these attributes only if the other program subtracts from a number whose digits are all 9:
/// `#[pad(13)]` with `#[descending]` for 9,999,999,999,999.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_formats::MaxMinus;
///
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(delimiter = '_')]
/// struct MessageKey {
///     user: String,
///     #[rowkey(codec = MaxMinus)]
///     at: i64, // milliseconds since 1970
/// }
///
/// let key = MessageKey { user: "ann".into(), at: 1_364_248_490_000 };
/// assert_eq!(key.try_encode()?, b"ann_9223370672606285807");
/// assert_eq!(MessageKey::decode(b"ann_9223370672606285807")?, key);
///
/// let since_2013 = MessageKey::prefix().user("ann").at_in(1_356_998_400_000..);
/// assert!(since_2013.range().contains(&key.try_encode()?));
///
/// #[derive(RowKey)]
/// struct EventKey {
///     #[rowkey(codec = MaxMinus<2_147_483_647, 10>)] // `Integer.MAX_VALUE` minus the seconds since 1970
///     at: u32,
/// }
///
/// assert_eq!(EventKey { at: 1_364_248_490 }.try_encode()?, *b"0783235157");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// If the other program stores the difference in eight bytes instead of digits, write `#[descending]` on an `i64`:
/// [an example](rowkey::guide::existing_keys#times-with-the-newest-first).
#[derive(Debug)]
pub struct MaxMinus<const MAX: u64 = 9_223_372_036_854_775_807, const DIGITS: usize = 19>;

impl Format for Hex {
    const NAME: &'static str = "hex";

    const TYPES: &'static [Type] = &[Type::unsigned(1..=16).width(ByteCount::ratio(2, 1, 0)).text().optional()];

    fn write<S: Sink>(_: Kind, plain: &[u8], _: bool, out: &mut S) {
        for byte in plain {
            out.put_array([byte >> 4, byte & 0xF].map(hex_digit));
        }
    }

    fn read<S: Sink>(kind: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        for _ in 0..kind.width().unwrap_or(0) {
            let high = read_hex_digit(reader)?;
            plain.put_array([high << 4 | read_hex_digit(reader)?]);
        }
        Ok(())
    }
}

fn read_hex_digit(reader: &mut Reader<'_>) -> Result<u8, DecodeError> {
    let offset = reader.offset();
    match reader.byte()? {
        digit @ b'0'..=b'9' => Ok(digit - b'0'),
        digit @ b'a'..=b'f' => Ok(digit - b'a' + 10),
        found => Err(not_a_value(offset, "a lower-case hex digit", found)),
    }
}

/// The greatest number of digits of a `u128`.
const MAX_DIGITS: usize = 39;

/// Appends a number in `count` decimal digits, at most 39, with zeros on the left.
#[allow(clippy::cast_possible_truncation, reason = "a digit")]
pub(crate) fn put_digits<S: Sink>(mut number: u128, count: usize, out: &mut S) {
    let mut digits = [b'0'; MAX_DIGITS];
    for digit in digits.iter_mut().rev() {
        *digit += (number % 10) as u8;
        number /= 10;
    }
    out.put(digits.get(MAX_DIGITS - count.min(MAX_DIGITS)..).unwrap_or_default());
}

/// Reads decimal digits, which are at `offset` of the key.
pub(crate) fn read_digits(digits: &[u8], offset: usize) -> Result<u128, DecodeError> {
    let mut number: Option<u128> = Some(0);
    for (index, digit) in digits.iter().enumerate() {
        let value = match digit {
            b'0'..=b'9' => u128::from(digit - b'0'),
            found => return Err(not_a_value(offset + index, "a decimal digit", *found)),
        };
        number = number.and_then(|number| number.checked_mul(10)?.checked_add(value));
    }
    number.ok_or_else(|| DecodeError::new(offset, DecodeErrorKind::OutOfRange))
}

impl<const MAX: u64, const DIGITS: usize> MaxMinus<MAX, DIGITS> {
    const NAME_OF_FORMAT: Name = {
        assert!(MAX == 0 || (MAX.ilog10() as usize) < DIGITS, "`MAX` has more digits than `DIGITS`");
        assert!(DIGITS <= MAX_DIGITS, "`DIGITS` is at most 39");
        Name::new().number(DIGITS as u64).text(" digits of ").number(MAX).text(" minus")
    };
    const TOO_GREAT: Name = Name::new().text("the number is above ").number(MAX);
}

impl<const MAX: u64, const DIGITS: usize> Format for MaxMinus<MAX, DIGITS> {
    const NAME: &'static str = Self::NAME_OF_FORMAT.as_str();

    const TYPES: &'static [Type] = &[
        Type::unsigned(1..=8).width(ByteCount::exact(DIGITS)).some_values().descending().text().optional(),
        Type::signed(1..=8).width(ByteCount::exact(DIGITS)).some_values().descending().text().optional(),
    ];

    fn write<S: Sink>(kind: Kind, plain: &[u8], _: bool, out: &mut S) {
        let (number, _) = integer(kind, plain);
        // Not above `MAX`: see `unencodable`.
        put_digits(u128::from(MAX).saturating_sub(number), DIGITS, out);
    }

    fn read<S: Sink>(kind: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        let offset = reader.offset();
        let difference = read_digits(&reader.bytes(DIGITS)?, offset)?;
        let number = u128::from(MAX).checked_sub(difference);
        put_integer(kind, (number.unwrap_or(0), number.is_none()), offset, plain)
    }

    fn unencodable(kind: Kind, plain: &[u8]) -> Option<Unencodable> {
        let signed = matches!(kind, Kind::Signed { .. });
        let nearest = |number: u64| {
            let mut nearest = Vec::new();
            let number = if signed { Number::Signed(number.into()) } else { Number::Unsigned(number.into()) };
            number.write(plain.len(), &mut nearest);
            nearest
        };
        match integer(kind, plain) {
            (_, true) => Some(Unencodable::before(nearest(0), "the number is negative")),
            (number, _) if number > MAX.into() => Some(Unencodable::after(nearest(MAX), Self::TOO_GREAT.as_str())),
            _ => None,
        }
    }
}
