//! Codecs of bytes and text, such as [`CockroachBytes`] and [`PercentEscaped`].

use super::{codec_of_text_and_bytes, read_from};
use crate::ascii::{separator_byte, to_hex};
use crate::codec::BoundPlace;
use crate::codec::custom::Codec;
use crate::codec::error::CodecError;
use crate::codec::output::{InOrder, SelfDelimited, StartsAlike, Without};
use crate::notation::quoted_bytes;
use crate::wire::{groups, text};
use alloc::string::String;
use alloc::vec::Vec;

/// A fixed number of bytes, stored as they are. Use this codec in a key with
/// [`#[rowkey(fields = ..)]`](crate::attributes#fields--path), for a field that is not in the format that `fields`
/// names. In a key without `fields`, a `[u8; N]` has the same bytes without this codec.
///
/// ```
/// use rowkey::{RowKey, formats::{FixedBytes, FoundationDb}};
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

/// A string or bytes in a key of CockroachDB (`EncodeBytesAscending`): `12`, the content with each `00` as `00 FF`,
/// then `00 01`. The bytes sort as the values do.
///
/// ```
/// use rowkey::{RowKey, formats};
///
/// #[derive(RowKey)]
/// struct NameKey {
///     #[rowkey(codec = formats::CockroachBytes)]
///     name: String,
///     version: u8,
/// }
///
/// assert_eq!(NameKey { name: "ann".into(), version: 7 }.encode(), b"\x12ann\x00\x01\x07");
/// ```
///
/// `#[descending]` does not write what CockroachDB writes in a `DESC` column: use [`CockroachBytesDescending`] there.
/// For a column that can be `NULL`, use [`CockroachNullable`].
///
/// [`CockroachBytesDescending`]: super::CockroachBytesDescending
/// [`CockroachNullable`]: super::CockroachNullable
#[derive(Debug)]
pub struct CockroachBytes;

/// A string or bytes in a key of Apache Kudu, YugabyteDB or Pika: the content with each `00` as `00 01`, then `00 00`.
/// The bytes sort as the values do.
///
/// The last column of a Kudu key has no terminator and no escapes: declare it as a field without this codec.
///
/// ```
/// use rowkey::{RowKey, formats};
///
/// /// A row of a table in Kudu whose primary key is `(host, at)`.
/// #[derive(RowKey)]
/// struct LoadKey {
///     #[rowkey(codec = formats::KuduBytes)]
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
/// use rowkey::{RowKey, formats};
///
/// /// TiKV: a raw key and the time of its version.
/// #[derive(RowKey)]
/// struct VersionKey {
///     #[rowkey(codec = formats::TidbBytes)]
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

/// A string or bytes in percent-encoding (RFC 3986): ASCII letters, digits, `-`, `.`, `_` and `~` are stored unchanged.
/// Every other byte is stored as `%` and two hex digits in upper case. So the value can contain the key's delimiter.
///
/// `DELIMITER` is the delimiter or terminator of the key, `/` by default. The stored bytes never contain this
/// character, so every value can be encoded, and the key has `encode`. If `DELIMITER` is a letter, a digit, or one of
/// `-._~%`, which the stored bytes can contain, the codec does not compile.
///
/// The bytes do not sort as the texts do: `|` sorts after `a`, but `%7C` sorts before `a`. Texts that start alike have
/// bytes that start alike, so the derive generates the query method `file_starts_with` for a field `file`.
///
/// Decoding rejects an escaped letter, such as `%41`, and escapes in lower case, such as `%2f`.
///
/// ```
/// use rowkey::{RowKey, formats::PercentEscaped};
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

const COCKROACH_TAG: u8 = 0x12;
const COCKROACH_END: [u8; 2] = [0x00, 0x01];

pub(super) fn encode_cockroach(content: &[u8]) -> InOrder<SelfDelimited> {
    let mut bytes = Vec::with_capacity(content.len() + 3);
    bytes.push(COCKROACH_TAG);
    text::write_escaped(content, &mut bytes);
    bytes.extend_from_slice(&COCKROACH_END);
    InOrder(SelfDelimited(bytes))
}

pub(super) fn decode_cockroach(bytes: &[u8]) -> Result<Vec<u8>, CodecError> {
    let content = bytes.strip_prefix(&[COCKROACH_TAG]).and_then(|bytes| bytes.strip_suffix(&COCKROACH_END));
    content.map(without_escapes).ok_or("expected 12, the content, and 00 01".into())
}

const KUDU_ESCAPE: u8 = 0x01;
const KUDU_END: [u8; 2] = [0x00, 0x00];

fn encode_kudu(content: &[u8]) -> InOrder<SelfDelimited> {
    let mut bytes = Vec::with_capacity(content.len() + 2);
    write_kudu_escaped(content, &mut bytes);
    bytes.extend_from_slice(&KUDU_END);
    InOrder(SelfDelimited(bytes))
}

fn write_kudu_escaped(content: &[u8], out: &mut Vec<u8>) {
    let mut rest = content;
    while let Some((before, after)) = memchr::memchr(0, rest).and_then(|zero| rest.split_at_checked(zero + 1)) {
        out.extend_from_slice(before);
        out.push(KUDU_ESCAPE);
        rest = after;
    }
    out.extend_from_slice(rest);
}

fn decode_kudu(bytes: &[u8]) -> Result<Vec<u8>, CodecError> {
    bytes.strip_suffix(&KUDU_END).map(without_escapes).ok_or("expected the content and 00 00".into())
}

/// Returns the offset after the terminator. The terminator begins with the first `zero` that is not followed by
/// `escape`, and has two bytes. `zero` is 00, or FF if the bytes are complemented.
pub(super) fn end_of_escaped(bytes: &[u8], zero: u8, escape: u8) -> Option<usize> {
    let mut end = 0;
    loop {
        end += memchr::memchr(zero, bytes.get(end..)?)? + 2;
        if *bytes.get(end - 1)? != escape {
            return Some(end);
        }
    }
}

/// Removes the escape byte after each 00.
fn without_escapes(escaped: &[u8]) -> Vec<u8> {
    let mut rest = escaped;
    let mut content = Vec::with_capacity(rest.len());
    while let Some((before, after)) = memchr::memchr(0, rest).and_then(|zero| rest.split_at_checked(zero + 1)) {
        content.extend_from_slice(before);
        // `end_of_escaped` has checked that this byte is the escape.
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
    read_from(bytes, |reader| groups::read(reader, &mut content)).map(|()| content)
}

/// The unreserved characters of RFC 3986, which percent-encoding stores unchanged.
const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

const fn assert_is_escaped(delimiter: char) {
    let byte = separator_byte(delimiter);
    assert!(
        !is_unreserved(byte) && byte != b'%',
        "percent-encoding stores letters, digits and `-._~` unchanged and writes `%`: choose another delimiter, such as `PercentEscaped<'/'>`"
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

codec_of_text_and_bytes! {
    impl[] for CockroachBytes {
        type Encoded = InOrder<SelfDelimited>;
        const NAME: &'static str = "CockroachDB bytes";
        fn encode(content) {
            encode_cockroach(content)
        }
        fn decode(bytes) {
            decode_cockroach(&bytes)
        }
        const MIN_WIDTH: usize = 3;
        fn end(bytes) {
            end_of_escaped(bytes, 0x00, 0xFF)
        }
        fn starts_with(start, place, out) {
            out.push(COCKROACH_TAG);
            text::write_escaped(start, out);
            Some(place)
        }
    }

    impl[] for KuduBytes {
        type Encoded = InOrder<SelfDelimited>;
        const NAME: &'static str = "Kudu bytes";
        fn encode(content) {
            encode_kudu(content)
        }
        fn decode(bytes) {
            decode_kudu(&bytes)
        }
        const MIN_WIDTH: usize = 2;
        fn end(bytes) {
            end_of_escaped(bytes, 0x00, KUDU_ESCAPE)
        }
        fn starts_with(start, place, out) {
            write_kudu_escaped(start, out);
            Some(place)
        }
    }

    impl[] for TidbBytes {
        type Encoded = InOrder<SelfDelimited>;
        const NAME: &'static str = "TiDB bytes";
        fn encode(content) {
            encode_groups(content)
        }
        fn decode(bytes) {
            decode_groups(&bytes)
        }
        const MIN_WIDTH: usize = groups::width(0);
        fn end(bytes) {
            groups::encoded_len(bytes)
        }
        fn starts_with(start, place, out) {
            groups::write_starts_with_bound(start, place == BoundPlace::Before, out);
            Some(place)
        }
    }

    impl[const DELIMITER: char] for PercentEscaped<DELIMITER> {
        type Encoded = Without<DELIMITER, StartsAlike<Vec<u8>>>;
        const NAME: &'static str = "percent-encoding";
        fn encode(content) {
            const { assert_is_escaped(DELIMITER) };
            Without(StartsAlike(encode_percent(content)))
        }
        fn decode(bytes) {
            decode_percent(&bytes)
        }
    }
}
