//! [`Terminated`]: a codec of text, bytes, and integers in decimal digits, with a terminator after each value.

use super::{ascii_text, codec_of_text_and_bytes};
use crate::codec::custom::Codec;
use crate::codec::error::CodecError;
use crate::codec::integer_bytes::Integer;
use crate::codec::output::SelfDelimited;
use crate::layout::text_writer::TextWriter;
use crate::notation::quoted_bytes;
use crate::wire::digits::{self, UnpaddedNumber};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A string, bytes, or an integer in decimal digits without leading zeros, and then the terminator `C`. With this
/// codec, the fields of a key can have different separators.
///
/// Encoding fails for a string or bytes that contain `C`. All integers can be encoded. For integers, it is a compile
/// error if `C` is a digit, or if `C` is `-` and the integer is signed. The terminator is a byte, such as `b':'` or
/// `b'\xFF'`. For a string `user`, the derive generates the query method `user_starts_with`, but
/// no method `user_in`, because in general the bytes of the field do not sort as the values do. Strings with the terminator
/// `00` do sort. To query them with `user_in`, write `terminator = '\0'` on the struct instead of using this codec.
///
/// The terminator is part of the value even in the last field, unlike the terminator of `#[rowkey(terminator = ':')]`.
///
/// ```
/// use rowkey::{RowKey, formats::Terminated};
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
/// use rowkey::{RowKey, formats};
///
/// #[derive(RowKey)]
/// struct FieldKey {
///     table: u16,
///     #[rowkey(codec = formats::NulTerminated)]
///     field: String,
/// }
///
/// assert_eq!(FieldKey { table: 1, field: "id".into() }.try_encode()?, b"\x00\x01id\x00");
/// assert!(FieldKey { table: 1, field: "a\0".into() }.try_encode().is_err());
/// # Ok::<(), rowkey::EncodeError>(())
/// ```
pub type NulTerminated = Terminated<b'\0'>;

impl<const C: u8> Terminated<C> {
    const OF_BYTES: Name = Name::new("bytes, then ", C);
    const OF_DIGITS: Name = Name::new("digits, then ", C);

    fn find_end(bytes: &[u8]) -> Option<usize> {
        memchr::memchr(C, bytes).map(|index| index + 1)
    }

    fn terminate(content: &[u8]) -> Result<SelfDelimited, &'static str> {
        match memchr::memchr(C, content) {
            None => Ok(SelfDelimited([content, &[C]].concat())),
            Some(_) => Err("the value contains the byte that is its terminator"),
        }
    }
}

/// The name of the codec with a terminator, such as `bytes, then '/'`.
struct Name {
    /// Long enough for `digits, then '\u{ff}'`.
    buffer: [u8; 24],
    len: usize,
}

impl Name {
    const fn new(content: &str, terminator: u8) -> Self {
        let mut buffer = [0; 24];
        let mut text = TextWriter::new(&mut buffer);
        text.text(content);
        text.character(terminator as char);
        let len = text.len();
        Self { buffer, len }
    }

    const fn text(&self) -> &str {
        ascii_text(self.buffer.split_at(self.len).0)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Integer, const C: u8> Codec<T> for Terminated<C> {
    type Encoded = SelfDelimited;
    const NAME: &'static str = Self::OF_DIGITS.text();
    const WIDTHS: (usize, Option<usize>) = (2, Some(digits::max_unpadded_width(T::SIGNED, T::MAX) + 1));

    fn encode(number: &T) -> SelfDelimited {
        const {
            assert!(!C.is_ascii_digit(), "decimal digits cannot end with a digit: choose another terminator");
            assert!(!T::SIGNED || C != b'-', "negative numbers contain `-`: choose another terminator");
        }
        SelfDelimited([UnpaddedNumber::new(number.to_number()).as_bytes(), &[C]].concat())
    }

    fn end(bytes: &[u8]) -> Option<usize> {
        Self::find_end(bytes)
    }

    fn decode(mut bytes: Vec<u8>) -> Result<T, CodecError> {
        // Removes the terminator.
        bytes.pop();
        let number = digits::read_unpadded(&bytes, 0, T::SIGNED, T::MAX)
            .map_err(|error| CodecError::from(error.kind()).at(error.offset()))?;
        Ok(T::from_number(number).map_err(|kind| kind.to_string())?)
    }

    fn text(number: &T) -> Option<String> {
        Some(number.to_number().to_string())
    }
}

codec_of_text_and_bytes! {
    impl[const C: u8] for Terminated<C> {
        type Encoded = Result<SelfDelimited, &'static str>;
        const NAME: &'static str = Self::OF_BYTES.text();
        fn encode(content) {
            Self::terminate(content)
        }
        fn decode(bytes) {
            let mut content = bytes;
            // Removes the terminator.
            content.pop();
            Ok(content)
        }
        const MIN_WIDTH: usize = 1;
        fn end(bytes) {
            Self::find_end(bytes)
        }
        fn starts_with(start, place, out) {
            if start.contains(&C) {
                return None;
            }
            out.extend_from_slice(start);
            Some(place)
        }
    }
}
