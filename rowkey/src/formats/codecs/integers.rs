//! The codecs of integers, such as [`Leb128`] and [`MaxMinus`].

use super::{ascii_text, read_from};
use crate::ascii::to_hex;
use crate::codec::custom::Codec;
use crate::codec::error::{CodecError, OutOfRange};
use crate::codec::output::{Descending, InOrder, SelfDelimited};
use crate::wire::{digits, varint};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The varint of protobuf, of WebAssembly and of Go's `binary.PutUvarint`: groups of seven bits, the least significant
/// first. Every byte except the last has its highest bit set. The bytes do not sort as the numbers do.
///
/// Decoding rejects a number with more bytes than necessary.
///
/// ```
/// use rowkey::{RowKey, formats};
///
/// #[derive(RowKey)]
/// struct SeriesKey {
///     #[rowkey(codec = formats::Leb128)]
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
/// The [module](crate::codecs) has an example.
#[derive(Debug)]
pub struct BitcoinVarint;

/// The variable-length quantity (VLQ) of MIDI: groups of seven bits, the most significant first. Every byte except
/// the last has its highest bit set. The bytes do not sort as the numbers do.
///
/// Decoding rejects a number with more bytes than necessary.
///
/// ```
/// use rowkey::{RowKey, formats};
///
/// #[derive(RowKey)]
/// struct PropertyKey {
///     #[rowkey(codec = formats::Vlq)]
///     property: u32,
///     value: u8,
/// }
///
/// assert_eq!(PropertyKey { property: 300, value: 7 }.encode(), b"\x82\x2C\x07");
/// assert!(PropertyKey::decode(b"\x80\x01\x07").is_err());
/// ```
#[derive(Debug)]
pub struct Vlq;

/// An unsigned integer in lower-case hexadecimal digits, two for each byte of its type. The digits sort as the numbers
/// do.
///
/// ```
/// use rowkey::{RowKey, formats};
///
/// /// InfluxDB: which user may use which resource.
/// #[derive(RowKey)]
/// struct MappingKey {
///     #[rowkey(codec = formats::Hex)]
///     resource: u64,
///     #[rowkey(codec = formats::Hex)]
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
/// use rowkey::{RowKey, formats::MaxMinus};
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
/// [an example](crate::existing_keys#times-with-the-newest-first).
#[derive(Debug)]
pub struct MaxMinus<const MAX: u64 = 9_223_372_036_854_775_807, const DIGITS: usize = 19>;

/// An integer in a key of CockroachDB (`EncodeVarintAscending`, `EncodeUvarintAscending`):
///
/// - A number from 0 to 109 is stored as one byte, from `88` to `F5`.
/// - A greater number is stored as a tag from `F6` to `FD`, and then the number in 1 to 8 bytes.
/// - A negative number is stored as a tag from `87` to `80`, and then the number in two's complement, in 1 to 8 bytes.
///
/// The bytes sort as the numbers do.
///
/// ```
/// use rowkey::{RowKey, formats};
///
/// #[derive(RowKey)]
/// struct IndexKey {
///     #[rowkey(codec = formats::CockroachInteger)]
///     table: u32,
///     #[rowkey(codec = formats::CockroachInteger)]
///     id: i64,
/// }
///
/// assert_eq!(IndexKey { table: 52, id: 110 }.encode(), b"\xBC\xF6\x6E");
/// assert_eq!(IndexKey { table: 52, id: -1 }.encode(), b"\xBC\x87\xFF");
/// let range = IndexKey::prefix().table(52).id_in(-1..).range();
/// assert!(range.contains(&IndexKey { table: 52, id: 300 }.encode()));
/// ```
///
/// `#[descending]` does not write what CockroachDB writes in a `DESC` column: use [`CockroachIntegerDescending`] there.
/// For a column that can be `NULL`, use [`CockroachNullable`].
///
/// [`CockroachIntegerDescending`]: super::CockroachIntegerDescending
/// [`CockroachNullable`]: super::CockroachNullable
#[derive(Debug)]
pub struct CockroachInteger;

const OUT_OF_RANGE: &str = "the stored value is out of range for the field's type";

macro_rules! varints {
    ($codec:ident, $name:literal, $write:path, $read:path, $($int:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl Codec<$int> for $codec {
            type Encoded = SelfDelimited;
            const NAME: &'static str = $name;
            const WIDTHS: (usize, Option<usize>) = (1, Some((<$int>::BITS as usize).div_ceil(7)));

            fn encode(value: &$int) -> SelfDelimited {
                let mut bytes = Vec::new();
                $write((*value).into(), &mut bytes);
                SelfDelimited(bytes)
            }

            fn end(bytes: &[u8]) -> Option<usize> {
                varint::encoded_len(bytes)
            }

            fn decode(bytes: Vec<u8>) -> Result<$int, CodecError> {
                read_from(&bytes, $read)?.try_into().map_err(|_| OUT_OF_RANGE.into())
            }

            fn text(value: &$int) -> Option<String> {
                Some(value.to_string())
            }
        }
    )*};
}

varints!(Leb128, "LEB128", varint::write_leb128, varint::read_leb128, u8, u16, u32, u64, u128);
varints!(Vlq, "VLQ", varint::write_vlq, varint::read_vlq, u8, u16, u32, u64, u128);
varints!(BitcoinVarint, "Bitcoin VARINT", varint::write_bitcoin, varint::read_bitcoin, u8, u16, u32, u64, u128);

macro_rules! hex {
    ($($int:ty: $digits:literal $name:literal;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Codec<$int> for Hex {
            type Encoded = InOrder<[u8; $digits]>;
            const NAME: &'static str = $name;

            fn encode(value: &$int) -> Self::Encoded {
                InOrder(to_hex(&value.to_be_bytes()))
            }

            fn decode(digits: [u8; $digits]) -> Result<$int, CodecError> {
                // This function accepts a sign and upper-case digits. But `encode` writes neither, so the `decode` of
                // the key returns an error: it encodes the decoded number, and compares the result with the stored
                // bytes.
                let digits = core::str::from_utf8(&digits).map_err(|_| "the bytes are not hex digits")?;
                Ok(<$int>::from_str_radix(digits, 16)?)
            }

            fn text(value: &$int) -> Option<String> {
                Some(value.to_string())
            }
        }
    )*};
}

hex! {
    u8: 2 "2 hex digits";
    u16: 4 "4 hex digits";
    u32: 8 "8 hex digits";
    u64: 16 "16 hex digits";
    u128: 32 "32 hex digits";
}

impl<const MAX: u64, const DIGITS: usize> MaxMinus<MAX, DIGITS> {
    /// The name of the codec, padded with zero bytes, and the length of the name.
    const PADDED_NAME: ([u8; 64], usize) = {
        assert!(digits::max_unpadded_width(false, MAX as u128) <= DIGITS, "`MAX` has more digits than `DIGITS`");
        assert!(DIGITS <= 39, "`DIGITS` is at most 39");
        let (mut name, mut len) = ([0; 64], 0);
        len = append_decimal(&mut name, len, MAX);
        len = append(&mut name, len, b" minus the number, in ");
        len = append_decimal(&mut name, len, DIGITS as u64);
        len = append(&mut name, len, b" digits");
        (name, len)
    };

    fn digits_of(difference: u64) -> [u8; DIGITS] {
        let mut bytes = [b'0'; DIGITS];
        // Always fits: the constant `PADDED_NAME` asserts that `DIGITS` suffices for `MAX`.
        digits::write_128(difference.into(), &mut bytes);
        bytes
    }

    fn number_of(bytes: &[u8; DIGITS]) -> Result<u64, CodecError> {
        let difference = digits::read(bytes, u128::from(MAX));
        let difference = difference.map_err(|error| error.to_decode_error(bytes, 0).kind().to_string())?;
        u64::try_from(difference).ok().and_then(|difference| MAX.checked_sub(difference)).ok_or(OUT_OF_RANGE.into())
    }
}

/// Copies `text` into `buffer` at offset `len`, and returns the offset after the text.
const fn append(buffer: &mut [u8], len: usize, text: &[u8]) -> usize {
    let (_, free) = buffer.split_at_mut(len);
    let (copied, _) = free.split_at_mut(text.len());
    copied.copy_from_slice(text);
    len + text.len()
}

const fn append_decimal(buffer: &mut [u8], len: usize, number: u64) -> usize {
    let len = if number > 9 { append_decimal(buffer, len, number / 10) } else { len };
    #[allow(clippy::cast_possible_truncation, reason = "a digit")]
    append(buffer, len, &[b'0' + (number % 10) as u8])
}

macro_rules! max_minus {
    ($($int:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<const MAX: u64, const DIGITS: usize> Codec<$int> for MaxMinus<MAX, DIGITS> {
            type Encoded = Result<Descending<[u8; DIGITS]>, OutOfRange>;
            const NAME: &'static str = ascii_text(Self::PADDED_NAME.0.split_at(Self::PADDED_NAME.1).0);

            fn encode(value: &$int) -> Self::Encoded {
                // Evaluates the assertions of `PADDED_NAME`.
                const { assert!(Self::PADDED_NAME.1 > 0) };
                let number = u64::try_from(*value).map_err(|_| OutOfRange::below("the number is negative"))?;
                let too_great = || OutOfRange::above(format!("the number is above {MAX}"));
                Ok(Descending(Self::digits_of(MAX.checked_sub(number).ok_or_else(too_great)?)))
            }

            fn decode(bytes: [u8; DIGITS]) -> Result<$int, CodecError> {
                <$int>::try_from(Self::number_of(&bytes)?).map_err(|_| OUT_OF_RANGE.into())
            }

            fn text(value: &$int) -> Option<String> {
                Some(value.to_string())
            }
        }
    )*};
}

max_minus!(u8, u16, u32, u64, i8, i16, i32, i64);

macro_rules! cockroach_integers {
    ($($int:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl Codec<$int> for CockroachInteger {
            type Encoded = InOrder<SelfDelimited>;
            const NAME: &'static str = "CockroachDB integer";
            const WIDTHS: (usize, Option<usize>) = (1, Some(1 + size_of::<$int>()));

            fn encode(value: &$int) -> InOrder<SelfDelimited> {
                let mut bytes = Vec::new();
                varint::write_cockroach((*value).into(), &mut bytes);
                InOrder(SelfDelimited(bytes))
            }

            fn end(bytes: &[u8]) -> Option<usize> {
                bytes.first().map(|tag| 1 + varint::bytes_after_cockroach_tag(*tag))
            }

            fn decode(bytes: Vec<u8>) -> Result<$int, CodecError> {
                read_from(&bytes, varint::read_cockroach)?.try_into().map_err(|_| OUT_OF_RANGE.into())
            }

            fn text(value: &$int) -> Option<String> {
                Some(value.to_string())
            }
        }
    )*};
}

cockroach_integers!(u8, u16, u32, u64, i8, i16, i32, i64);
