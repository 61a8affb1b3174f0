//! Reads the bytes of one field as its encoding describes them.

use super::found::{Fault, Found};
use super::number::{Number, big_endian, decimal};
use super::time_text;
use super::value;
use crate::ascii::nines_complement;
use crate::codec::hashed::check_hex;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::layout::Separator;
use crate::layout::description::{CodeDescription, EncodingDescription, PartDescription};
use crate::notation::{Hex, Shell};
use crate::wire::reader::Reader;
use crate::wire::terminator::Terminator;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Printed for a field of a struct that the bytes do not tell.
pub(super) const UNKNOWN: &str = "?";

/// How fields are ended at a place in a key.
#[derive(Clone, Copy)]
pub(super) struct Position {
    pub(super) terminator: Terminator,
    pub(super) delimiter: Option<u8>,
    separator: Separator,
}

pub(super) fn ascii(separator: char) -> u8 {
    u8::try_from(separator).unwrap_or(0)
}

impl Position {
    pub(super) fn new(separator: Separator, last: bool) -> Self {
        if last {
            return Self { terminator: Terminator::None, delimiter: None, separator };
        }
        let delimiter = match separator {
            Separator::Delimiter(delimiter) => Some(ascii(delimiter)),
            Separator::Escape | Separator::Terminator(_) => None,
        };
        Self { delimiter, ..Self::closed(separator) }
    }

    /// Within a complement, where an open field always has its end.
    fn closed(separator: Separator) -> Self {
        let terminator = match separator {
            Separator::Escape => Terminator::Escaped,
            Separator::Delimiter(end) | Separator::Terminator(end) => Terminator::Char(ascii(end)),
        };
        Self { terminator, delimiter: None, separator }
    }

    pub(super) fn descended(self) -> Self {
        Self::closed(self.separator)
    }

    pub(super) fn within_struct() -> Self {
        Self::closed(Separator::Escape)
    }
}

/// Reads a field with its end. The one place where a new encoding says what its bytes mean.
pub(super) fn read(
    encoding: &EncodingDescription,
    position: Position,
    reader: &mut Reader<'_>,
) -> Result<Found, Fault> {
    use EncodingDescription as E;
    let offset = reader.offset();
    match encoding {
        E::Unsigned { .. } | E::Signed { .. } | E::NonZero { .. } | E::Digits { .. } | E::Array { .. } => {
            let bytes = reader.bytes(encoding.min_width())?;
            Ok(fixed(encoding, &bytes, offset)?)
        }
        E::Float { width } => Ok(Found::plain(float(&reader.bytes(*width)?))),
        E::Bool => match reader.byte()? {
            0 => Ok(Found::plain("false")),
            1 => Ok(Found::plain("true")),
            found => Err(Fault::new(offset, &DecodeErrorKind::NotAValue { expected: "a bool, 00 or 01", found })),
        },
        E::Char => {
            let found = reader.array().map(u32::from_be_bytes)?;
            match char::from_u32(found) {
                Some(character) => Ok(Found::plain(format!("{character:?}"))),
                None => Err(Fault::new(offset, &DecodeErrorKind::NotAChar { found })),
            }
        }
        E::Text => {
            let (content, terminator) = reader.open(position.terminator)?;
            Ok(text(&content, offset, false)?.ended(terminator))
        }
        E::Bytes => {
            let (content, terminator) = reader.open(position.terminator)?;
            Ok(Found::plain(bytes(&content)).ended(terminator))
        }
        E::PaddedText { width, pad } => text(without_pad(&reader.bytes(*width)?, *pad), offset, false),
        E::Optional { of } => match reader.byte()? {
            0 => Ok(Found::plain("None")),
            1 => {
                let inner = read(of, position, reader)?;
                Ok(Found { text: inner.text.map(|text| format!("Some({text})")), number: None, ..inner })
            }
            found => Err(Fault::new(offset, &DecodeErrorKind::NotAValue { expected: "an option, 00 or 01", found })),
        },
        E::Descending { of } => read_descending(of, position.descended(), reader),
        E::Reversed { of } => read_reversed(of, position, reader),
        E::Hashed { algorithm, hex, width, of } => {
            let found = reader.bytes(*width)?;
            if *hex {
                check_hex(&found, offset).map_err(|error| Fault { bounded: true, ..error.into() })?;
            }
            Ok(Found::unjudged(format!("part of the {algorithm} of a {of}, which does not lead back")))
        }
        E::Struct { parts } => read_struct(parts, reader),
        E::Codes { codes } => match codes.iter().find(|code| reader.skip(&code.bytes)) {
            Some(code) => Ok(Found::plain(&*code.name)),
            None => Err(Fault { offset, reason: no_such_code(codes), truncated: false, bounded: false }),
        },
        E::Shard { width, count } => {
            let number = big_endian(&reader.bytes(*width)?);
            if number < u128::from(*count) {
                Ok(Found::plain(number.to_string()))
            } else {
                Err(Fault::of_value(offset, &DecodeErrorKind::OutOfRange))
            }
        }
        E::Time { format, of, .. } => time_text::read(format, *of, reader),
        E::Value { value } => value::read(*value, reader).map(Found::plain).map_err(Fault::from),
        E::Custom { codec, width, .. } => {
            let note = format!("by the codec {codec}, which only the program knows");
            let (content, terminator) = match width {
                Some(width) => (reader.bytes(*width)?, 0),
                None => reader.open(position.terminator)?,
            };
            let value = format!("0x{}", Hex(&content));
            Ok(Found { note: Some(note), ..Found::plain(value) }.ended(terminator))
        }
    }
}

/// As [`read`], of a field that stands complemented.
fn read_descending(
    encoding: &EncodingDescription,
    position: Position,
    reader: &mut Reader<'_>,
) -> Result<Found, Fault> {
    if encoding.is_digits() {
        let offset = reader.offset();
        let digits: Vec<u8> =
            reader.bytes(encoding.min_width())?.iter().map(|digit| nines_complement(*digit)).collect();
        return Ok(fixed(encoding, &digits, offset).map_err(DecodeError::nines_complemented)?);
    }
    reader.complemented(|reader| read(encoding, position, reader))
}

/// As [`read`], of a field that stands back to front.
fn read_reversed(encoding: &EncodingDescription, position: Position, reader: &mut Reader<'_>) -> Result<Found, Fault> {
    let offset = reader.offset();
    match encoding {
        EncodingDescription::Text => {
            let (content, terminator) = reader.open(position.terminator)?;
            Ok(text(&content, offset, true)?.ended(terminator))
        }
        EncodingDescription::PaddedText { width, pad } => text(without_pad(&reader.bytes(*width)?, *pad), offset, true),
        EncodingDescription::Bytes => {
            let (content, terminator) = reader.open(position.terminator)?;
            Ok(Found::plain(bytes(&turned(&content))).ended(terminator))
        }
        of => {
            let width = of.min_width();
            let content = turned(&reader.bytes(width)?);
            Ok(fixed(of, &content, offset).map_err(|error| error.mirrored(offset, width))?)
        }
    }
}

fn read_struct(parts: &[PartDescription], reader: &mut Reader<'_>) -> Result<Found, Fault> {
    let mut fields = Vec::with_capacity(parts.len());
    let mut notes = Vec::new();
    for part in parts {
        let found = read(&part.encoding, Position::within_struct(), reader)
            .map_err(|fault| Fault { bounded: false, ..fault })?;
        fields.push(format!("{}: {}", part.name, found.text.as_deref().unwrap_or(UNKNOWN)));
        notes.extend(found.note.map(|note| format!("{}: {note}", part.name)));
    }
    let found = Found::plain(format!("{{{}}}", fields.join(", ")));
    Ok(Found { note: (!notes.is_empty()).then(|| notes.join("; ")), ..found })
}

/// The value of bytes whose number the encoding says.
fn fixed(encoding: &EncodingDescription, bytes: &[u8], offset: usize) -> Result<Found, DecodeError> {
    use EncodingDescription as E;
    Ok(match encoding {
        E::Unsigned { .. } => Found::number(Number::Unsigned(big_endian(bytes))),
        E::Signed { width } => {
            let lowest = i128::MIN >> (128 - 8 * (*width).clamp(1, 16));
            Found::number(Number::Signed(lowest.wrapping_add_unsigned(big_endian(bytes))))
        }
        E::NonZero { of } => {
            let found = fixed(of, bytes, offset)?;
            if found.number.is_some_and(Number::is_zero) {
                return Err(DecodeError::new(offset, DecodeErrorKind::Zero));
            }
            found
        }
        E::Digits { width, max } => {
            let number = decimal(bytes, *max).map_err(|no_digit| match no_digit {
                Some((at, found)) => DecodeError::new(offset + at, DecodeErrorKind::NotDigits { width: *width, found }),
                None => DecodeError::new(offset, DecodeErrorKind::OutOfRange),
            })?;
            Found::number(Number::Unsigned(number))
        }
        _ => Found::plain(self::bytes(bytes)),
    })
}

fn float(bytes: &[u8]) -> String {
    const SIGN: u8 = 0x80;
    let positive = bytes.first().is_some_and(|first| first & SIGN != 0);
    let raw = |index: usize| {
        let byte = bytes.get(index).copied().unwrap_or(0);
        match (positive, index) {
            (true, 0) => byte ^ SIGN,
            (true, _) => byte,
            (false, _) => !byte,
        }
    };
    // NaNs are told apart by their bits.
    if bytes.len() == 4 {
        let value = f32::from_be_bytes(core::array::from_fn(raw));
        if value.is_nan() { format!("NaN (bits {:08x})", value.to_bits()) } else { format!("{value:?}") }
    } else {
        let value = f64::from_be_bytes(core::array::from_fn(raw));
        if value.is_nan() { format!("NaN (bits {:016x})", value.to_bits()) } else { format!("{value:?}") }
    }
}

fn text(content: &[u8], offset: usize, reversed: bool) -> Result<Found, Fault> {
    match core::str::from_utf8(content) {
        Ok(text) if reversed => Ok(Found::plain(format!("{:?}", text.chars().rev().collect::<String>()))),
        Ok(text) => Ok(Found::plain(format!("{text:?}"))),
        Err(_) => Err(Fault::of_value(offset, &DecodeErrorKind::NotUtf8)),
    }
}

fn bytes(content: &[u8]) -> String {
    // So that a quote ends the text, whatever it is part of.
    format!("b\"{}\"", Shell(content).to_string().replace('"', "\\x22"))
}

fn turned(content: &[u8]) -> Vec<u8> {
    content.iter().rev().copied().collect()
}

fn without_pad(bytes: &[u8], pad: u8) -> &[u8] {
    let len = bytes.iter().rposition(|byte| *byte != pad).map_or(0, |last| last + 1);
    bytes.get(..len).unwrap_or(bytes)
}

fn no_such_code(codes: &[CodeDescription]) -> String {
    let codes = codes.iter().map(|code| format!(" \"{}\"", code.bytes.escape_ascii()));
    ["expected one of the codes".to_string()].into_iter().chain(codes).collect()
}
