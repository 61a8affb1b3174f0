//! The codec of the strings that Java's `DataOutputStream` writes.

use super::{quoted_text, read_from};
use crate::codec::custom::Codec;
use crate::codec::error::CodecError;
use crate::codec::output::SelfDelimited;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::wire::reader::Reader;
use alloc::string::String;
use alloc::vec::Vec;

/// A string as Java's `DataOutputStream.writeUTF` writes it: two bytes for the number of the following bytes, then the
/// text in Java's modified UTF-8.
///
/// Modified UTF-8 is UTF-8 with two differences. The character U+0000 is `C0 80`. A character above U+FFFF, such as an
/// emoji, is two surrogates of three bytes each, so it takes six bytes instead of four. `#[length(u16)]` writes and
/// reads plain UTF-8, so such a field and Java cannot read each other's strings.
///
/// Encoding fails for a string that needs more than 65,535 bytes. Strings do not sort, because the length comes first.
///
/// ```
/// use rowkey::{RowKey, formats};
///
/// #[derive(Debug, PartialEq, RowKey)]
/// struct SessionKey {
///     #[rowkey(codec = formats::JavaUtf)]
///     user: String,
///     #[twos_complement]
///     number: i32,
/// }
///
/// let key = SessionKey { user: "a\0🦀".into(), number: 7 };
/// assert_eq!(key.try_encode()?, b"\x00\x09a\xC0\x80\xED\xA0\xBE\xED\xB6\x80\x00\x00\x00\x07");
/// assert_eq!(SessionKey::decode(&key.try_encode()?)?, key);
///
/// // The query method `user` takes a reference to the `String`.
/// let range = SessionKey::prefix().user(&key.user).range();
/// assert!(range.contains(&key.try_encode()?[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct JavaUtf;

#[diagnostic::do_not_recommend]
impl Codec<String> for JavaUtf {
    type Encoded = Result<SelfDelimited, &'static str>;
    const NAME: &'static str = "Java writeUTF";
    const WIDTHS: (usize, Option<usize>) = (2, Some(2 + u16::MAX as usize));

    fn encode(value: &String) -> Self::Encoded {
        let mut bytes = Vec::with_capacity(2 + value.len());
        bytes.extend_from_slice(&[0; 2]);
        for character in value.chars() {
            write_character(character, &mut bytes);
        }
        let len = u16::try_from(bytes.len() - 2).map_err(|_| "the string needs more than 65535 bytes")?;
        if let Some(start) = bytes.first_chunk_mut() {
            *start = len.to_be_bytes();
        }
        Ok(SelfDelimited(bytes))
    }

    fn end(bytes: &[u8]) -> Option<usize> {
        Some(2 + usize::from(u16::from_be_bytes(*bytes.first_chunk()?)))
    }

    fn decode(bytes: Vec<u8>) -> Result<String, CodecError> {
        // This function accepts a character in more bytes than necessary. But `encode` never writes such a character,
        // so the `decode` of the key returns an error: it encodes the decoded string, and compares the result with the
        // stored bytes.
        let units = read_from(&bytes, |reader| {
            reader.bytes(2)?;
            let mut units = Vec::with_capacity(bytes.len());
            while reader.offset() < bytes.len() {
                units.push(read_unit(reader)?);
            }
            Ok(units)
        })?;
        String::from_utf16(&units).map_err(|_| "one half of a surrogate pair is missing".into())
    }

    fn text(value: &String) -> Option<String> {
        Some(quoted_text(value))
    }
}

fn write_character(character: char, out: &mut Vec<u8>) {
    match character {
        '\0' => out.extend_from_slice(&[0xC0, 0x80]),
        '\u{1}'..='\u{FFFF}' => out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        _ => {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let [high, low] = unit.to_be_bytes();
                out.extend_from_slice(&[0xE0 | high >> 4, 0x80 | (high & 0x0F) << 2 | low >> 6, 0x80 | low & 0x3F]);
            }
        }
    }
}

/// Reads a UTF-16 code unit, in one to three bytes.
fn read_unit(reader: &mut Reader<'_>) -> Result<u16, DecodeError> {
    let offset = reader.offset();
    let first = reader.byte()?;
    let (start, continuation_bytes) = match first {
        0..=0x7F => (first, 0),
        0xC0..=0xDF => (first & 0x1F, 1),
        0xE0..=0xEF => (first & 0x0F, 2),
        found => {
            let expected = "the first byte of a character in modified UTF-8";
            return Err(DecodeError::new(offset, DecodeErrorKind::NotAValue { expected, found }));
        }
    };
    let mut unit = u16::from(start);
    for _ in 0..continuation_bytes {
        let offset = reader.offset();
        let found = reader.byte()?;
        if found & 0xC0 != 0x80 {
            let expected = "another byte of a character in modified UTF-8";
            return Err(DecodeError::new(offset, DecodeErrorKind::NotAValue { expected, found }));
        }
        unit = unit << 6 | u16::from(found & 0x3F);
    }
    Ok(unit)
}
