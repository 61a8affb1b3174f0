//! The strings that Java's `DataOutputStream` writes.

use super::not_a_value;
use alloc::string::String;
use alloc::vec::Vec;
use rowkey::format::{ByteCount, Format, Kind, Reader, Sink, Type, Unencodable};
use rowkey::{DecodeError, DecodeErrorKind};

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
/// use rowkey::RowKey;
///
/// #[derive(Debug, PartialEq, RowKey)]
/// struct SessionKey {
///     #[rowkey(codec = rowkey_formats::JavaUtf)]
///     user: String,
///     #[rowkey(codec = rowkey_formats::TwosComplement<4>)]
///     number: i32,
/// }
///
/// let key = SessionKey { user: "a\0🦀".into(), number: 7 };
/// assert_eq!(key.try_encode()?, b"\x00\x09a\xC0\x80\xED\xA0\xBE\xED\xB6\x80\x00\x00\x00\x07");
/// assert_eq!(SessionKey::decode(&key.try_encode()?)?, key);
///
/// let range = SessionKey::prefix().user("a\0🦀").range();
/// assert!(range.contains(&key.try_encode()?[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct JavaUtf;

impl Format for JavaUtf {
    const NAME: &'static str = "Java writeUTF";

    const TYPES: &'static [Type] = &[Type::new(Kind::Text)
        .widths(ByteCount::exact(2), Some(ByteCount::exact(2 + u16::MAX as usize)))
        .some_values()
        .unsorted()
        .optional()];

    fn write<S: Sink>(_: Kind, plain: &[u8], _: bool, out: &mut S) {
        let text = text(plain);
        out.put_array(u16::try_from(text.chars().map(width).sum::<usize>()).unwrap_or(0).to_be_bytes());
        text.chars().for_each(|character| put_character(character, out));
    }

    fn read<S: Sink>(_: Kind, _: bool, reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
        let len = usize::from(u16::from_be_bytes(reader.array()?));
        let offset = reader.offset();
        let content = reader.bytes(len)?;
        let mut content = Reader::new(&content);
        let mut units = Vec::with_capacity(len);
        while content.remaining() > 0 {
            let unit = read_unit(&mut content);
            units.push(unit.map_err(|error| DecodeError::new(offset + error.offset(), error.kind().clone()))?);
        }
        let text = String::from_utf16(&units).map_err(|_| {
            DecodeError::new(offset, DecodeErrorKind::Codec("one half of a surrogate pair is missing".into()))
        })?;
        plain.put(text.as_bytes());
        Ok(())
    }

    fn unencodable(_: Kind, plain: &[u8]) -> Option<Unencodable> {
        // Each byte of UTF-8 has at most two bytes in modified UTF-8.
        let is_long =
            plain.len() > (u16::MAX / 2).into() && text(plain).chars().map(width).sum::<usize>() > u16::MAX.into();
        is_long.then(|| Unencodable::unsorted("the string needs more than 65535 bytes"))
    }
}

fn text(plain: &[u8]) -> &str {
    // The plain bytes of a string are UTF-8.
    core::str::from_utf8(plain).unwrap_or_default()
}

/// Returns the number of bytes of a character in modified UTF-8.
fn width(character: char) -> usize {
    match character {
        '\0' => 2,
        '\u{1}'..='\u{FFFF}' => character.len_utf8(),
        _ => 6,
    }
}

fn put_character<S: Sink>(character: char, out: &mut S) {
    match character {
        '\0' => out.put_array([0xC0, 0x80]),
        '\u{1}'..='\u{FFFF}' => out.put(character.encode_utf8(&mut [0; 4]).as_bytes()),
        _ => {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let [high, low] = unit.to_be_bytes();
                out.put_array([0xE0 | high >> 4, 0x80 | (high & 0x0F) << 2 | low >> 6, 0x80 | low & 0x3F]);
            }
        }
    }
}

/// Reads a UTF-16 code unit, in one to three bytes. Accepts more bytes than the unit needs, which `write` never writes.
fn read_unit(reader: &mut Reader<'_>) -> Result<u16, DecodeError> {
    let offset = reader.offset();
    let first = reader.byte()?;
    let (start, continuation_bytes) = match first {
        0..=0x7F => (first, 0),
        0xC0..=0xDF => (first & 0x1F, 1),
        0xE0..=0xEF => (first & 0x0F, 2),
        found => {
            let expected = "the first byte of a character in modified UTF-8";
            return Err(not_a_value(offset, expected, found));
        }
    };
    let mut unit = u16::from(start);
    for _ in 0..continuation_bytes {
        let offset = reader.offset();
        let found = reader.byte()?;
        if found & 0xC0 != 0x80 {
            let expected = "another byte of a character in modified UTF-8";
            return Err(not_a_value(offset, expected, found));
        }
        unit = unit << 6 | u16::from(found & 0x3F);
    }
    Ok(unit)
}
