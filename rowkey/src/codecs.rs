//! Codecs of other systems, for [`#[rowkey(codec = path)]`](crate::attributes). Except for [`PercentEscaped`], their bytes
//! are self-delimiting, so a key stores them unchanged in every position.
//!
//! | codec | types | bytes | sorts |
//! |---|---|---|---|
//! | [`Leb128`] | unsigned integers | groups of seven bits, the least significant first; the varint of protobuf and of Go | no |
//! | [`BitcoinVarint`] | unsigned integers | groups of seven bits, the most significant first; `VARINT` of Bitcoin Core | no |
//! | [`Vlq`] | unsigned integers | groups of seven bits, the most significant first, as in MIDI; the varint of HugeGraph | no |
//! | [`Hex`] | unsigned integers | all digits in lower-case hex, 16 for a `u64`; `%016x` of C and Go | yes |
//! | [`MaxMinus`] | integers of up to 64 bits | `Long.MAX_VALUE` of Java, or another constant, minus the number, in decimal digits | newest first |
//! | [`FixedBytes`] | `[u8; N]` | the bytes as they are, in a key with `fields = ..` | yes |
//! | [`CockroachInteger`] | integers of up to 64 bits | a byte for the sign and the length, then the integer; `EncodeVarintAscending` of CockroachDB | yes |
//! | [`CockroachBytes`] | `String`, `Vec<u8>` | `12`, the content with `00` as `00 FF`, then `00 01`; `EncodeBytesAscending` of CockroachDB | yes |
//! | [`KuduBytes`] | `String`, `Vec<u8>` | the content with `00` as `00 01`, then `00 00`; strings of Apache Kudu, YugabyteDB and Pika | yes |
//! | [`TidbBytes`] | `String`, `Vec<u8>` | groups of 8 bytes, the last one filled with `00`, each followed by `FF` minus the number of these `00`; `EncodeBytes` of TiDB and TiKV | yes |
//! | [`PercentEscaped`] | `String`, `Vec<u8>` | letters, digits and `-._~` unchanged, other bytes as `%2F`: percent-encoding as in URLs | no |
//! | [`Terminated<':'>`](Terminated) | `String`, `Vec<u8>`, integers | the content or the decimal digits, then `:` or another character | no |
//! | [`NulTerminated`] | `String`, `Vec<u8>`, integers | the same with `00` | no |
//!
//! ```
//! use rowkey::{RowKey, codecs};
//!
//! /// An unspent output of Bitcoin Core: `C`, the transaction, and the number of the output.
//! #[derive(Debug, PartialEq, RowKey)]
//! #[rowkey(namespace = "C")]
//! struct CoinKey {
//!     txid: [u8; 4],
//!     #[rowkey(codec = codecs::BitcoinVarint)]
//!     output: u32,
//! }
//!
//! let key = CoinKey { txid: [1, 2, 3, 4], output: 256 };
//! assert_eq!(key.encode(), b"C\x01\x02\x03\x04\x81\x00");
//! assert_eq!(CoinKey::decode(b"C\x01\x02\x03\x04\x81\x00")?, key);
//! # Ok::<(), rowkey::DecodeError>(())
//! ```

use crate::ascii::{ascii_hex, separator_byte, to_hex};
use crate::codec::custom::Codec;
use crate::codec::error::{CodecError, OutOfRange};
use crate::codec::integer_bytes::Whole;
use crate::codec::output::{Descending, InOrder, SelfDelimited, StartsAlike, Without};
use crate::error::DecodeError;
use crate::notation::quoted_bytes;
use crate::wire::digits::{self, UnpaddedNumber};
use crate::wire::reader::Reader;
use crate::wire::{groups, text, varint};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The varint of protobuf, of WebAssembly and of Go's `binary.PutUvarint`: groups of seven bits, the least significant first.
/// Every byte but the last has its highest bit set. The bytes do not sort as the numbers do.
///
/// Decoding rejects a number with more bytes than necessary.
///
/// ```
/// use rowkey::{RowKey, codecs};
///
/// #[derive(RowKey)]
/// struct SeriesKey {
///     #[rowkey(codec = codecs::Leb128)]
///     series: u64,
///     chunk: u8,
/// }
///
/// assert_eq!(SeriesKey { series: 300, chunk: 7 }.encode(), b"\xAC\x02\x07");
/// assert!(SeriesKey::decode(b"\x81\x00\x07").is_err());
/// ```
#[derive(Debug)]
pub struct Leb128;

/// `VARINT` of Bitcoin Core: groups of seven bits, the most significant first. One is subtracted from every group but the last,
/// so that each number has one encoding. Every byte but the last has its highest bit set. The bytes do not sort as the numbers
/// do.
///
/// The [module](self) has an example.
#[derive(Debug)]
pub struct BitcoinVarint;

/// The variable-length quantity (VLQ) of MIDI: groups of seven bits, the most significant first. Every byte but the last has its
/// highest bit set. The bytes do not sort as the numbers do.
///
/// Numbers with more bytes than they need are not decoded.
///
/// ```
/// use rowkey::{RowKey, codecs};
///
/// #[derive(RowKey)]
/// struct PropertyKey {
///     #[rowkey(codec = codecs::Vlq)]
///     property: u32,
///     value: u8,
/// }
///
/// assert_eq!(PropertyKey { property: 300, value: 7 }.encode(), b"\x82\x2C\x07");
/// assert!(PropertyKey::decode(b"\x80\x01\x07").is_err());
/// ```
#[derive(Debug)]
pub struct Vlq;

/// An unsigned integer in lower-case hexadecimal digits, two for each byte of its type. The digits sort as the numbers do.
///
/// ```
/// use rowkey::{RowKey, codecs};
///
/// /// InfluxDB: which user may use which resource.
/// #[derive(RowKey)]
/// struct MappingKey {
///     #[rowkey(codec = codecs::Hex)]
///     resource: u64,
///     #[rowkey(codec = codecs::Hex)]
///     user: u64,
/// }
///
/// let key = MappingKey { resource: 0x20F_755C_3C08_2000, user: 7 };
/// assert_eq!(key.encode(), *b"020f755c3c0820000000000000000007");
/// assert!(MappingKey::decode(b"020F755C3C0820000000000000000007").is_err());
/// ```
#[derive(Debug)]
pub struct Hex;

/// `MAX` minus the number, in `DIGITS` decimal digits with zeros on the left. This is how Java programs write a time so that the
/// newest row comes first: `Long.MAX_VALUE - time`, as text. `MAX` is `Long.MAX_VALUE` and `DIGITS` is 19 if they are left out.
///
/// A greater number has lesser digits: the field sorts in descending order without `#[descending]`, and has `_in`. Bounds are
/// written as usual, the lower one first. Encoding fails for negative numbers and for numbers above `MAX`.
///
/// `#[pad(19)]` with `#[descending]` writes **other digits**: it subtracts each digit from 9, so it writes 10¹⁹ - 1 minus the
/// number. That is the right form only for programs that subtract from a number such as 9,999,999,999,999, for which you write
/// `#[pad(13)]` and `#[descending]`.
///
/// ```
/// use rowkey::{RowKey, codecs::MaxMinus};
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
/// If the difference is eight bytes instead of digits, write `#[descending]` on an `i64`:
/// [an example](crate::existing_keys#times-with-the-newest-first).
#[derive(Debug)]
pub struct MaxMinus<const MAX: u64 = 9_223_372_036_854_775_807, const DIGITS: usize = 19>;

/// A fixed number of bytes, stored as they are. The field has the same bytes without this codec: the codec is for a field of a
/// key with [`#[rowkey(fields = ..)]`](crate::attributes#fields--path) that is not in the format of the other fields.
///
/// ```
/// use rowkey::{RowKey, codecs::FixedBytes, formats::FoundationDb};
///
/// /// A tuple of a text and a versionstamp, which the server wrote.
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(fields = FoundationDb)]
/// struct EventKey {
///     topic: String,
///     #[rowkey(before = 0x33, codec = FixedBytes)]
///     stamp: [u8; 12],
/// }
///
/// let key = EventKey::decode(b"\x02cpu\0\x33\0\0\0\0\0\0\0\x2A\0\0\0\x07")?;
/// assert_eq!(key.stamp, [0, 0, 0, 0, 0, 0, 0, 42, 0, 0, 0, 7]);
/// assert!(EventKey::prefix().topic("cpu").stamp_in([0; 12]..).range().contains(&key.encode()));
/// # Ok::<(), rowkey::DecodeError>(())
/// ```
#[derive(Debug)]
pub struct FixedBytes;

#[diagnostic::do_not_recommend]
impl<const N: usize> Codec<[u8; N]> for FixedBytes {
    type Encoded = InOrder<[u8; N]>;
    const NAME: &'static str = "bytes as they are";

    fn encode(value: &[u8; N]) -> InOrder<[u8; N]> {
        InOrder(*value)
    }

    fn decode(bytes: [u8; N]) -> Result<[u8; N], CodecError> {
        Ok(bytes)
    }

    fn text(value: &[u8; N]) -> Option<String> {
        Some(quoted_bytes(value))
    }
}

/// An integer in a key of CockroachDB (`EncodeVarintAscending`, `EncodeUvarintAscending`): 0 to 109 in one byte from `88` to
/// `F5`; greater numbers after `F6` to `FD` for 1 to 8 bytes; negative numbers after `87` to `80` for 1 to 8 bytes in two's
/// complement. The bytes sort as the numbers do.
///
/// ```
/// use rowkey::{RowKey, codecs};
///
/// #[derive(RowKey)]
/// struct IndexKey {
///     #[rowkey(codec = codecs::CockroachInteger)]
///     table: u32,
///     #[rowkey(codec = codecs::CockroachInteger)]
///     id: i64,
/// }
///
/// assert_eq!(IndexKey { table: 52, id: 110 }.encode(), b"\xBC\xF6\x6E");
/// assert_eq!(IndexKey { table: 52, id: -1 }.encode(), b"\xBC\x87\xFF");
/// let range = IndexKey::prefix().table(52).id_in(-1..).range();
/// assert!(range.contains(&IndexKey { table: 52, id: 300 }.encode()));
/// ```
#[derive(Debug)]
pub struct CockroachInteger;

/// A string or bytes in a key of CockroachDB (`EncodeBytesAscending`): `12`, the content with each `00` as `00 FF`, then
/// `00 01`. The bytes sort as the values do.
///
/// ```
/// use rowkey::{RowKey, codecs};
///
/// #[derive(RowKey)]
/// struct NameKey {
///     #[rowkey(codec = codecs::CockroachBytes)]
///     name: String,
///     version: u8,
/// }
///
/// assert_eq!(NameKey { name: "ann".into(), version: 7 }.encode(), b"\x12ann\x00\x01\x07");
/// ```
#[derive(Debug)]
pub struct CockroachBytes;

/// A string or bytes in a key of Apache Kudu, YugabyteDB or Pika: the content with each `00` as `00 01`, then `00 00`. The
/// bytes sort as the values do.
///
/// The last column of a Kudu key has no terminator and no escapes: it is a field without this codec.
///
/// ```
/// use rowkey::{RowKey, codecs};
///
/// /// A row of a table in Kudu whose primary key is `(host, at)`.
/// #[derive(RowKey)]
/// struct LoadKey {
///     #[rowkey(codec = codecs::KuduBytes)]
///     host: String,
///     at: i64,
/// }
///
/// assert_eq!(LoadKey { host: "a".into(), at: 7 }.encode(), b"a\0\0\x80\0\0\0\0\0\0\x07");
/// ```
#[derive(Debug)]
pub struct KuduBytes;

/// A string or bytes in a key of TiDB or TiKV (`EncodeBytes`): groups of 8 bytes, the last one filled with `00`. Each
/// group is followed by `FF` minus the number of bytes `00` that fill the group. The bytes sort as the values do.
///
/// The columns of an index have a flag before these bytes: see [`formats::Tidb`](crate::formats::Tidb).
///
/// ```
/// use rowkey::{RowKey, codecs};
///
/// /// TiKV: a raw key and the time of its version.
/// #[derive(RowKey)]
/// struct VersionKey {
///     #[rowkey(codec = codecs::TidbBytes)]
///     raw: Vec<u8>,
///     #[descending]
///     version: u64,
/// }
///
/// let key = VersionKey { raw: b"12345678".to_vec(), version: !7 };
/// assert_eq!(key.encode(), b"12345678\xFF\0\0\0\0\0\0\0\0\xF7\0\0\0\0\0\0\0\x07");
/// ```
#[derive(Debug)]
pub struct TidbBytes;

/// A string or bytes in percent-encoding (RFC 3986): ASCII letters, digits, `-`, `.`, `_` and `~` are stored unchanged. Every
/// other byte is stored as `%` and two hex digits in upper case. So the text can contain the key's delimiter.
///
/// `DELIMITER` is the delimiter or terminator of the key, `/` if it is left out. Every text can be encoded before this
/// character: the key has `encode`. The codec does not store `DELIMITER` unchanged, so it cannot be a letter, a digit, or one
/// of `-._~%`: this is a compile error.
///
/// The bytes do not sort as the texts do: `|` sorts after `a`, but `%7C` sorts before `a`. Texts that start alike have bytes
/// that start alike, so the field has `_starts_with`.
///
/// Decoding rejects an escaped letter, such as `%41`, and escapes in lower case, such as `%2f`.
///
/// ```
/// use rowkey::{RowKey, codecs::PercentEscaped};
///
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(namespace = "files/", delimiter = '/')]
/// struct FileKey {
///     #[rowkey(codec = PercentEscaped)]
///     bucket: String,
///     #[rowkey(codec = PercentEscaped)]
///     file: String,
/// }
///
/// let key = FileKey { bucket: "a/b".into(), file: "100%.txt".into() };
/// assert_eq!(key.encode(), b"files/a%2Fb/100%25.txt");
/// assert_eq!(FileKey::decode(&key.encode())?, key);
/// assert!(FileKey::prefix().bucket_starts_with("a/").range().contains(&key.encode()));
///
/// #[derive(RowKey)]
/// #[rowkey(delimiter = ':')]
/// struct TagKey {
///     #[rowkey(codec = PercentEscaped<':'>)]
///     name: String,
///     value: u8,
/// }
///
/// assert_eq!(TagKey { name: "a:b".into(), value: 7 }.encode(), b"a%3Ab:\x07");
/// # Ok::<(), rowkey::DecodeError>(())
/// ```
#[derive(Debug)]
pub struct PercentEscaped<const DELIMITER: char = '/'>;

/// A string, bytes, or an integer in decimal digits without zeros on the left; then the character `C`. With this codec, the
/// fields of a key can have different separators.
///
/// Encoding fails for a string or bytes that contain `C`. No integer fails. For integers, it is a compile error if `C` is a
/// digit, or if `C` is `-` and the integer is signed. A byte above `7F` is written as a character: `'\u{FF}'`. The
/// bytes do not sort as the values do.
///
/// The terminator is part of the value even in the last field, unlike the terminator of `#[rowkey(terminator = ':')]`.
///
/// ```
/// use rowkey::{RowKey, codecs::Terminated};
///
/// #[derive(Debug, PartialEq, RowKey)]
/// struct SeriesKey {
///     #[rowkey(codec = Terminated<':'>)]
///     user: String,
///     #[rowkey(codec = Terminated<'/'>, before = "d")]
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
pub struct Terminated<const C: char>;

/// A string, bytes or an integer in decimal digits, then `00`: see [`Terminated`].
///
/// ```
/// use rowkey::{RowKey, codecs};
///
/// #[derive(RowKey)]
/// struct FieldKey {
///     table: u16,
///     #[rowkey(codec = codecs::NulTerminated)]
///     field: String,
/// }
///
/// assert_eq!(FieldKey { table: 1, field: "id".into() }.try_encode()?, b"\x00\x01id\x00");
/// assert!(FieldKey { table: 1, field: "a\0".into() }.try_encode().is_err());
/// # Ok::<(), rowkey::EncodeError>(())
/// ```
pub type NulTerminated = Terminated<'\0'>;

/// Reads a value from `bytes`.
fn whole<R>(bytes: &[u8], read: impl FnOnce(&mut Reader<'_>) -> Result<R, DecodeError>) -> Result<R, CodecError> {
    read(&mut Reader::new(bytes)).map_err(|error| CodecError::from(error.kind()).at(error.offset()))
}

const OUT_OF_RANGE: &str = "the number is out of range for the field's type";

macro_rules! varints {
    ($codec:ident, $name:literal, $write:path, $read:path, $($int:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl Codec<$int> for $codec {
            type Encoded = SelfDelimited;
            const NAME: &'static str = $name;

            fn encode(value: &$int) -> SelfDelimited {
                let mut bytes = Vec::new();
                $write((*value).into(), &mut bytes);
                SelfDelimited(bytes)
            }

            fn end(bytes: &[u8]) -> Option<usize> {
                varint::end(bytes)
            }

            fn decode(bytes: Vec<u8>) -> Result<$int, CodecError> {
                whole(&bytes, $read)?.try_into().map_err(|_| OUT_OF_RANGE.into())
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
                // The key encodes the number again, which rejects a sign and upper-case digits.
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
    /// The name of the codec, filled with zero bytes, and its length.
    const TITLE: ([u8; 64], usize) = {
        assert!(digits::max_unpadded_width(false, MAX as u128) <= DIGITS, "`MAX` has more digits than `DIGITS`");
        assert!(DIGITS <= 39, "`DIGITS` is at most 39");
        let (mut name, mut len) = ([0; 64], 0);
        len = append_decimal(&mut name, len, MAX);
        len = append(&mut name, len, b" minus the number, in ");
        len = append_decimal(&mut name, len, DIGITS as u64);
        len = append(&mut name, len, b" digits");
        (name, len)
    };

    fn encode(difference: u64) -> [u8; DIGITS] {
        let mut bytes = [b'0'; DIGITS];
        // The constant `TITLE` asserts that the digits suffice.
        digits::write_128(difference.into(), &mut bytes);
        bytes
    }

    fn decode(bytes: &[u8; DIGITS]) -> Result<u64, CodecError> {
        let difference = digits::read(bytes, u128::from(MAX));
        let difference = difference.map_err(|error| error.to_decode_error(bytes, 0).kind().to_string())?;
        u64::try_from(difference).ok().and_then(|difference| MAX.checked_sub(difference)).ok_or(OUT_OF_RANGE.into())
    }
}

/// Copies text to `buffer` from `len` on, and returns the new length.
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
            const NAME: &'static str = ascii(Self::TITLE.0.split_at(Self::TITLE.1).0);

            fn encode(value: &$int) -> Self::Encoded {
                const { assert!(Self::TITLE.1 > 0) };
                let number = u64::try_from(*value).map_err(|_| OutOfRange::below("the number is negative"))?;
                let too_great = || OutOfRange::above(format!("the number is above {MAX}"));
                Ok(Descending(Self::encode(MAX.checked_sub(number).ok_or_else(too_great)?)))
            }

            fn decode(bytes: [u8; DIGITS]) -> Result<$int, CodecError> {
                <$int>::try_from(Self::decode(&bytes)?).map_err(|_| OUT_OF_RANGE.into())
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

            fn encode(value: &$int) -> InOrder<SelfDelimited> {
                let mut bytes = Vec::new();
                varint::write_cockroach((*value).into(), &mut bytes);
                InOrder(SelfDelimited(bytes))
            }

            fn end(bytes: &[u8]) -> Option<usize> {
                bytes.first().map(|tag| 1 + varint::cockroach_bytes(*tag))
            }

            fn decode(bytes: Vec<u8>) -> Result<$int, CodecError> {
                whole(&bytes, varint::read_cockroach)?.try_into().map_err(|_| OUT_OF_RANGE.into())
            }

            fn text(value: &$int) -> Option<String> {
                Some(value.to_string())
            }
        }
    )*};
}

cockroach_integers!(u8, u16, u32, u64, i8, i16, i32, i64);

const BYTES_TAG: u8 = 0x12;
const BYTES_END: [u8; 2] = [0x00, 0x01];

fn encode_cockroach(content: &[u8]) -> InOrder<SelfDelimited> {
    let mut bytes = Vec::with_capacity(content.len() + 3);
    bytes.push(BYTES_TAG);
    text::write_escaped(content, &mut bytes);
    bytes.extend_from_slice(&BYTES_END);
    InOrder(SelfDelimited(bytes))
}

fn decode_cockroach(bytes: &[u8]) -> Result<Vec<u8>, CodecError> {
    let content = bytes.strip_prefix(&[BYTES_TAG]).and_then(|bytes| bytes.strip_suffix(&BYTES_END));
    content.map(without_escapes).ok_or("expected 12, the content, and 00 01".into())
}

const KUDU_ESCAPE: u8 = 0x01;
const KUDU_END: [u8; 2] = [0x00, 0x00];

fn encode_kudu(content: &[u8]) -> InOrder<SelfDelimited> {
    let mut bytes = Vec::with_capacity(content.len() + 2);
    let mut rest = content;
    while let Some((before, after)) = memchr::memchr(0, rest).and_then(|zero| rest.split_at_checked(zero + 1)) {
        bytes.extend_from_slice(before);
        bytes.push(KUDU_ESCAPE);
        rest = after;
    }
    bytes.extend_from_slice(rest);
    bytes.extend_from_slice(&KUDU_END);
    InOrder(SelfDelimited(bytes))
}

fn decode_kudu(bytes: &[u8]) -> Result<Vec<u8>, CodecError> {
    bytes.strip_suffix(&KUDU_END).map(without_escapes).ok_or("expected the content and 00 00".into())
}

/// Returns the offset after the terminator: the first 00 that is not followed by the escape, and the byte after it.
fn end_of_escaped(bytes: &[u8], escape: u8) -> Option<usize> {
    let mut end = 0;
    loop {
        end += memchr::memchr(0, bytes.get(end..)?)? + 2;
        if *bytes.get(end - 1)? != escape {
            return Some(end);
        }
    }
}

/// Returns escaped content without the byte that follows each 00.
fn without_escapes(escaped: &[u8]) -> Vec<u8> {
    let mut rest = escaped;
    let mut content = Vec::with_capacity(rest.len());
    while let Some((before, after)) = memchr::memchr(0, rest).and_then(|zero| rest.split_at_checked(zero + 1)) {
        content.extend_from_slice(before);
        // `end_of_escaped` found that this byte is the escape.
        rest = after.get(1..).unwrap_or_default();
    }
    content.extend_from_slice(rest);
    content
}

fn encode_groups(content: &[u8]) -> InOrder<SelfDelimited> {
    let mut bytes = Vec::with_capacity(groups::width(content.len()));
    groups::write(content, &mut bytes);
    InOrder(SelfDelimited(bytes))
}

fn decode_groups(bytes: &[u8]) -> Result<Vec<u8>, CodecError> {
    let mut content = Vec::with_capacity(bytes.len());
    whole(bytes, |reader| groups::read(reader, &mut content)).map(|()| content)
}

/// Checks whether percent-encoding stores the byte unchanged: the unreserved characters of RFC 3986.
const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

const fn assert_is_escaped(delimiter: char) {
    let byte = separator_byte(delimiter);
    assert!(
        !is_unreserved(byte) && byte != b'%',
        "percent-encoding stores letters, digits and `-._~%` unchanged: choose another delimiter, such as `PercentEscaped<'/'>`"
    );
}

fn encode_percent(content: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(content.len());
    for byte in content {
        if is_unreserved(*byte) {
            bytes.push(*byte);
        } else {
            bytes.push(b'%');
            bytes.extend_from_slice(&to_hex::<2>(&[*byte]).map(|digit| digit.to_ascii_uppercase()));
        }
    }
    bytes
}

fn decode_percent(bytes: &[u8]) -> Result<Vec<u8>, CodecError> {
    let mut content = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let [byte, after @ ..] = rest {
        let error = |message: &str| CodecError::from(message).at(bytes.len() - rest.len());
        if *byte != b'%' {
            if !is_unreserved(*byte) {
                return Err(error("expected % and two hex digits instead of this character"));
            }
            content.push(*byte);
            rest = after;
            continue;
        }
        let digits = after.first_chunk::<2>().filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let digits = digits.ok_or_else(|| error("two hex digits must follow %"))?;
        if digits.iter().any(u8::is_ascii_lowercase) {
            return Err(error("expected hex digits in upper case after %"));
        }
        let byte = core::str::from_utf8(digits).ok().and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let byte = byte.ok_or_else(|| error("two hex digits must follow %"))?;
        if is_unreserved(byte) {
            return Err(error("expected the character itself instead of % and its digits"));
        }
        content.push(byte);
        rest = after.get(2..).unwrap_or_default();
    }
    Ok(content)
}

impl<const C: char> Terminated<C> {
    const BYTE: u8 = {
        assert!(C as u32 <= 0xFF, "the terminator is one byte: write a character up to FF");
        separator_byte(C)
    };
    const HEX: [u8; 2] =
        [ascii_hex(Self::BYTE >> 4).to_ascii_uppercase(), ascii_hex(Self::BYTE & 0x0F).to_ascii_uppercase()];
    const OF_BYTES: [u8; 14] = named(*b"bytes, then 00", Self::HEX);
    const OF_DIGITS: [u8; 15] = named(*b"digits, then 00", Self::HEX);

    fn end(bytes: &[u8]) -> Option<usize> {
        memchr::memchr(Self::BYTE, bytes).map(|index| index + 1)
    }

    fn encode(content: &[u8]) -> Result<SelfDelimited, &'static str> {
        match memchr::memchr(Self::BYTE, content) {
            None => Ok(SelfDelimited([content, &[Self::BYTE]].concat())),
            Some(_) => Err("the value contains the byte that is its terminator"),
        }
    }
}

/// Replaces the last two bytes.
const fn named<const N: usize>(mut name: [u8; N], hex: [u8; 2]) -> [u8; N] {
    if let Some(last) = name.last_chunk_mut() {
        *last = hex;
    }
    name
}

const fn ascii(name: &[u8]) -> &str {
    match core::str::from_utf8(name) {
        Ok(name) => name,
        Err(_) => "",
    }
}

#[diagnostic::do_not_recommend]
impl<T: Whole, const C: char> Codec<T> for Terminated<C> {
    type Encoded = SelfDelimited;
    const NAME: &'static str = ascii(&Self::OF_DIGITS);

    fn encode(number: &T) -> SelfDelimited {
        const {
            assert!(!Self::BYTE.is_ascii_digit(), "decimal digits cannot end with a digit: choose another terminator");
            assert!(!T::SIGNED || Self::BYTE != b'-', "negative numbers contain `-`: choose another terminator");
        }
        SelfDelimited([UnpaddedNumber::new(number.number()).as_bytes(), &[Self::BYTE]].concat())
    }

    fn end(bytes: &[u8]) -> Option<usize> {
        Self::end(bytes)
    }

    fn decode(mut bytes: Vec<u8>) -> Result<T, CodecError> {
        bytes.pop();
        let number = digits::read_unpadded(&bytes, 0, T::SIGNED, T::MAX).map_err(|error| error.kind().to_string())?;
        Ok(T::from_number(number).map_err(|kind| kind.to_string())?)
    }

    fn text(number: &T) -> Option<String> {
        Some(number.number().to_string())
    }
}

fn utf8(content: Vec<u8>) -> Result<String, CodecError> {
    String::from_utf8(content).map_err(|_| "the bytes are not UTF-8".into())
}

fn quoted_text(text: &str) -> String {
    format!("{text:?}")
}

macro_rules! contents {
    ($($type:ty: $value_of:path, $text:path;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Codec<$type> for CockroachBytes {
            type Encoded = InOrder<SelfDelimited>;
            const NAME: &'static str = "CockroachDB bytes";

            fn encode(value: &$type) -> InOrder<SelfDelimited> {
                encode_cockroach(value.as_ref())
            }

            fn end(bytes: &[u8]) -> Option<usize> {
                end_of_escaped(bytes, 0xFF)
            }

            fn decode(bytes: Vec<u8>) -> Result<$type, CodecError> {
                decode_cockroach(&bytes).and_then($value_of)
            }

            fn text(value: &$type) -> Option<String> {
                Some($text(value))
            }
        }

        #[diagnostic::do_not_recommend]
        impl Codec<$type> for KuduBytes {
            type Encoded = InOrder<SelfDelimited>;
            const NAME: &'static str = "Kudu bytes";

            fn encode(value: &$type) -> InOrder<SelfDelimited> {
                encode_kudu(value.as_ref())
            }

            fn end(bytes: &[u8]) -> Option<usize> {
                end_of_escaped(bytes, KUDU_ESCAPE)
            }

            fn decode(bytes: Vec<u8>) -> Result<$type, CodecError> {
                decode_kudu(&bytes).and_then($value_of)
            }

            fn text(value: &$type) -> Option<String> {
                Some($text(value))
            }
        }

        #[diagnostic::do_not_recommend]
        impl Codec<$type> for TidbBytes {
            type Encoded = InOrder<SelfDelimited>;
            const NAME: &'static str = "TiDB bytes";

            fn encode(value: &$type) -> InOrder<SelfDelimited> {
                encode_groups(value.as_ref())
            }

            fn end(bytes: &[u8]) -> Option<usize> {
                groups::end(bytes)
            }

            fn decode(bytes: Vec<u8>) -> Result<$type, CodecError> {
                decode_groups(&bytes).and_then($value_of)
            }

            fn text(value: &$type) -> Option<String> {
                Some($text(value))
            }
        }

        #[diagnostic::do_not_recommend]
        impl<const DELIMITER: char> Codec<$type> for PercentEscaped<DELIMITER> {
            type Encoded = Without<DELIMITER, StartsAlike<Vec<u8>>>;
            const NAME: &'static str = "percent-encoding";

            fn encode(value: &$type) -> Self::Encoded {
                const { assert_is_escaped(DELIMITER) };
                Without(StartsAlike(encode_percent(value.as_ref())))
            }

            fn decode(bytes: Vec<u8>) -> Result<$type, CodecError> {
                decode_percent(&bytes).and_then($value_of)
            }

            fn text(value: &$type) -> Option<String> {
                Some($text(value))
            }
        }

        #[diagnostic::do_not_recommend]
        impl<const C: char> Codec<$type> for Terminated<C> {
            type Encoded = Result<SelfDelimited, &'static str>;
            const NAME: &'static str = ascii(&Self::OF_BYTES);

            fn encode(value: &$type) -> Self::Encoded {
                Self::encode(value.as_ref())
            }

            fn end(bytes: &[u8]) -> Option<usize> {
                Self::end(bytes)
            }

            fn decode(mut bytes: Vec<u8>) -> Result<$type, CodecError> {
                bytes.pop();
                $value_of(bytes)
            }

            fn text(value: &$type) -> Option<String> {
                Some($text(value))
            }
        }
    )*};
}

contents! {
    String: utf8, quoted_text;
    Vec<u8>: Ok, quoted_bytes;
}
