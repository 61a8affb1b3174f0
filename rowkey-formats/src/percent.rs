//! [`PercentEscaped`], a codec of strings and bytes in percent-encoding. It is not a format, because the key's delimiter ends
//! the bytes.

use super::hex_digit;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use rowkey::codecs::{StartsAlike, Without};
use rowkey::explain::HbaseShell;
use rowkey::{Codec, CodecError};

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
/// use rowkey::RowKey;
/// use rowkey_formats::PercentEscaped;
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

/// The unreserved characters of RFC 3986, which percent-encoding stores unchanged.
const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

const fn assert_is_escaped(delimiter: char) {
    assert!(
        !delimiter.is_ascii() || !is_unreserved(delimiter as u8) && delimiter != '%',
        "percent-encoding stores letters, digits and `-._~` unchanged and writes `%`: choose another delimiter, such as `PercentEscaped<'/'>`"
    );
}

fn encode(content: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(content.len());
    for byte in content {
        if is_unreserved(*byte) {
            bytes.push(*byte);
        } else {
            let [high, low] = [byte >> 4, byte & 0xF].map(|digit| hex_digit(digit).to_ascii_uppercase());
            bytes.extend([b'%', high, low]);
        }
    }
    bytes
}

fn decode(bytes: &[u8]) -> Result<Vec<u8>, CodecError> {
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

macro_rules! codecs {
    ($($type:ty: $value_of:expr, $text:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<const DELIMITER: char> Codec<$type> for PercentEscaped<DELIMITER> {
            type Encoded = Without<DELIMITER, StartsAlike<Vec<u8>>>;
            const NAME: &'static str = "percent-encoding";

            fn encode(value: &$type) -> Self::Encoded {
                const { assert_is_escaped(DELIMITER) };
                Without(StartsAlike(encode(value.as_ref())))
            }

            fn decode(bytes: Vec<u8>) -> Result<$type, CodecError> {
                decode(&bytes).and_then($value_of)
            }

            fn text(value: &$type) -> Option<String> {
                Some($text(value))
            }
        }
    )*};
}

codecs! {
    String: |content| String::from_utf8(content).map_err(|_| "the bytes are not UTF-8".into()), |text| format!("{text:?}");
    Vec<u8>: Ok, |bytes| format!("b\"{}\"", HbaseShell(bytes));
}
