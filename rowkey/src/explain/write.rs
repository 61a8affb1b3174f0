//! Bytes of a field from its value as text: what `explain` prints is read back.

use super::field::{Position, UNKNOWN};
use super::salt;
use super::value_text;
use crate::ascii::nines_complement;
use crate::error::EncodeErrorKind;
use crate::layout::Separator;
use crate::layout::description::{EncodingDescription, PartDescription};
use crate::notation::Notation;
use crate::wire::reader::Reader;
use crate::wire::terminator::Terminator;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::RangeInclusive;

/// Appends a field with its end. The one place where a new encoding says how its value is written as text; a kind that
/// says nothing takes its bytes in hex.
#[allow(clippy::too_many_lines, reason = "one short arm for each encoding")]
pub(super) fn write(
    encoding: &EncodingDescription,
    position: Position,
    text: &str,
    out: &mut Vec<u8>,
) -> Result<(), String> {
    use EncodingDescription as E;
    match encoding {
        E::Unsigned { width } => {
            let greatest = u128::MAX >> spare_bits(*width);
            push_number(whole(text, 0..=greatest)?, *width, out);
            Ok(())
        }
        E::Signed { width } => {
            let (lowest, greatest) = (i128::MIN >> spare_bits(*width), i128::MAX >> spare_bits(*width));
            push_number(whole(text, lowest..=greatest)?.abs_diff(lowest), *width, out);
            Ok(())
        }
        E::NonZero { of } => {
            if text.parse::<i128>().is_ok_and(|number| number == 0) {
                return Err("the field is never zero".into());
            }
            write(of, position, text, out)
        }
        E::Digits { width, max } => {
            if let Ok(value @ i128::MIN..0) = text.parse::<i128>() {
                return Err(EncodeErrorKind::Negative { value }.to_string());
            }
            let value = whole(text, 0..=*max)?;
            let digits = format!("{value:0width$}");
            if digits.len() > *width {
                return Err(EncodeErrorKind::TooManyDigits { value, width: *width }.to_string());
            }
            out.extend_from_slice(digits.as_bytes());
            Ok(())
        }
        E::Bool => {
            out.push(parse::<bool>(text, "true or false")?.into());
            Ok(())
        }
        E::Char => {
            let character = unquoted(text, '\'').unwrap_or_else(|| text.into());
            let character: char = parse(&character, "one character")?;
            out.extend_from_slice(&u32::from(character).to_be_bytes());
            Ok(())
        }
        E::Float { width: 4 } => {
            let nan = nan_bits(text, 4).and_then(|bits| u32::try_from(bits).ok()).map(f32::from_bits);
            let bits = nan.filter(|nan| nan.is_nan()).map_or_else(|| parse(text, "a number"), Ok)?.to_bits();
            let flipped = if bits >> 31 == 1 { !bits } else { bits | 1 << 31 };
            out.extend_from_slice(&flipped.to_be_bytes());
            Ok(())
        }
        E::Float { .. } => {
            let nan = nan_bits(text, 8).map(f64::from_bits);
            let bits = nan.filter(|nan| nan.is_nan()).map_or_else(|| parse(text, "a number"), Ok)?.to_bits();
            let flipped = if bits >> 63 == 1 { !bits } else { bits | 1 << 63 };
            out.extend_from_slice(&flipped.to_be_bytes());
            Ok(())
        }
        E::Text => push_open(string(text).as_bytes(), position.terminator, out),
        E::Bytes => push_open(&shell(text), position.terminator, out),
        E::Array { width } => {
            let bytes = shell(text);
            if bytes.len() != *width {
                return Err(format!("the field has {width} bytes, and these are {}", bytes.len()));
            }
            out.extend_from_slice(&bytes);
            Ok(())
        }
        E::PaddedText { width, pad } => push_padded(&string(text), *width, *pad, out),
        E::Optional { of } => match (text, text.strip_prefix("Some(").and_then(|inner| inner.strip_suffix(')'))) {
            ("None", _) => {
                out.push(0);
                Ok(())
            }
            (_, Some(inner)) => {
                out.push(1);
                write(of, position, inner, out)
            }
            _ => Err(format!("the field is optional: write None or Some({text})")),
        },
        E::Descending { of } => {
            let start = out.len();
            write(of, position.descended(), text, out)?;
            let complement = if of.is_digits() { nines_complement } else { |byte: u8| !byte };
            out.iter_mut().skip(start).for_each(|byte| *byte = complement(*byte));
            Ok(())
        }
        E::Reversed { of } => write_reversed(of, position, text, out),
        E::Hashed { algorithm, hex, width, of } => {
            let mut hashed = Vec::new();
            write(of, Position::new(Separator::Escape, true), text, &mut hashed)?;
            let digest = salt::by_name(algorithm, &[&hashed]).ok_or_else(|| {
                format!("the feature `{algorithm}` of rowkey is off, which computes the field's hash")
            })?;
            let digest = if *hex { salt::hex(&digest) } else { digest };
            out.extend_from_slice(digest.get(..*width).unwrap_or(&digest));
            Ok(())
        }
        E::Codes { codes } => {
            let names = || codes.iter().map(|code| code.name.as_str()).collect::<Vec<_>>().join(", ");
            let code = codes.iter().find(|code| code.name == text);
            let code = code.ok_or_else(|| format!("`{text}` is none of {}", names()))?;
            out.extend_from_slice(&code.bytes);
            Ok(())
        }
        E::Shard { width, count } => {
            push_number(whole(text, 0..=u128::from(count.saturating_sub(1)))?, *width, out);
            Ok(())
        }
        E::Time { format, of, .. } => {
            let mut reader = Reader::new(text.as_bytes());
            super::time_text::read(format, *of, &mut reader).map_err(|fault| fault.reason)?;
            if reader.remaining() > 0 {
                return Err(format!("`{text}` is longer than a time as {format:?}"));
            }
            out.extend_from_slice(text.as_bytes());
            Ok(())
        }
        E::Value { value } if !text.starts_with("0x") => value_text::write(*value, text, out),
        E::Custom { width: None, .. } => push_open(&raw(text, encoding)?, position.terminator, out),
        E::Struct { parts } if !text.starts_with("0x") => write_struct(parts, text, out),
        E::Custom { .. } | E::Struct { .. } | E::Value { .. } => {
            out.extend_from_slice(&raw(text, encoding)?);
            Ok(())
        }
    }
}

fn write_reversed(of: &EncodingDescription, position: Position, text: &str, out: &mut Vec<u8>) -> Result<(), String> {
    let reversed = |text: &str| text.chars().rev().collect::<String>();
    match of {
        EncodingDescription::Text => {
            let text = string(text);
            refuse_end(text.as_bytes(), position.terminator)?;
            push_open(reversed(&text).as_bytes(), position.terminator, out)
        }
        EncodingDescription::PaddedText { width, pad } => {
            let text = string(text);
            if text.len() <= *width && text.as_bytes().first() == Some(pad) {
                return Err(EncodeErrorKind::BeginsWithPad { pad: char::from(*pad) }.to_string());
            }
            push_padded(&reversed(&text), *width, *pad, out)
        }
        EncodingDescription::Bytes => {
            let mut bytes = shell(text);
            refuse_end(&bytes, position.terminator)?;
            bytes.reverse();
            push_open(&bytes, position.terminator, out)
        }
        fixed => {
            let start = out.len();
            write(fixed, position, text, out)?;
            if let Some(written) = out.get_mut(start..) {
                written.reverse();
            }
            Ok(())
        }
    }
}

/// Appends a struct from its fields as they are printed: `{city: "c", floor: -1}`.
fn write_struct(parts: &[PartDescription], text: &str, out: &mut Vec<u8>) -> Result<(), String> {
    let form = || {
        let parts: Vec<_> = parts.iter().map(|part| format!("{}: ..", part.name)).collect();
        format!("write the struct as {{{}}}, or write the bytes in hex, with 0x in front", parts.join(", "))
    };
    let mut rest = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).ok_or_else(form)?;
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            rest = rest.strip_prefix(", ").ok_or_else(form)?;
        }
        let named = rest.strip_prefix(part.name.as_str()).and_then(|rest| rest.strip_prefix(": "));
        let (value, after) = split_value(named.ok_or_else(form)?);
        if value == UNKNOWN {
            return Err(format!("`{}` is not known: write its value", part.name));
        }
        write(&part.encoding, Position::within_struct(), value, out)
            .map_err(|reason| format!("`{}`: {reason}", part.name))?;
        rest = after;
    }
    if rest.is_empty() { Ok(()) } else { Err(form()) }
}

/// Splits at the first comma that is not within quotes or brackets.
fn split_value(text: &str) -> (&str, &str) {
    let mut depth = 0usize;
    let mut quote = None;
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match (quote, character) {
            (Some(_), '\\') => {
                characters.next();
            }
            (Some(open), _) if open == character => quote = None,
            (None, '"' | '\'') => quote = Some(character),
            (None, '(' | '{') => depth += 1,
            (None, ')' | '}') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => return text.split_at_checked(at).unwrap_or((text, "")),
            _ => {}
        }
    }
    (text, "")
}

/// The text within quotes, as [`Debug`](core::fmt::Debug) escapes it; `None` for text that is not quoted.
fn unquoted(text: &str, quote: char) -> Option<String> {
    let mut rest = text.strip_prefix(quote)?.strip_suffix(quote)?.chars();
    let mut unquoted = String::new();
    while let Some(character) = rest.next() {
        unquoted.push(match character {
            '\\' => match rest.next()? {
                '0' => '\0',
                't' => '\t',
                'r' => '\r',
                'n' => '\n',
                'u' => {
                    let (code, after) = rest.as_str().strip_prefix('{')?.split_once('}')?;
                    rest = after.chars();
                    char::from_u32(u32::from_str_radix(code, 16).ok()?)?
                }
                itself @ ('\\' | '\'' | '"') => itself,
                _ => return None,
            },
            unescaped if unescaped == quote => return None,
            unescaped => unescaped,
        });
    }
    Some(unquoted)
}

/// A string, which may be quoted.
fn string(text: &str) -> Cow<'_, str> {
    unquoted(text, '"').map_or(Cow::Borrowed(text), Cow::Owned)
}

/// The bits of `NaN (bits 7fc00000)`.
fn nan_bits(text: &str, width: usize) -> Option<u64> {
    let bits = text.strip_prefix("NaN (bits ")?.strip_suffix(')')?;
    if bits.len() == 2 * width { u64::from_str_radix(bits, 16).ok() } else { None }
}

fn parse<T: core::str::FromStr>(text: &str, expected: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is not {expected}"))
}

/// A number that the field's type holds.
fn whole<T>(text: &str, held: RangeInclusive<T>) -> Result<T, String>
where
    T: core::str::FromStr + PartialOrd + core::fmt::Display,
{
    let number = text.parse().ok().filter(|number| held.contains(number));
    number.ok_or_else(|| format!("`{text}` is not a whole number from {} to {}", held.start(), held.end()))
}

/// The bits that a number of `width` bytes has less than the greatest.
fn spare_bits(width: usize) -> usize {
    128 - 8 * width.clamp(1, 16)
}

/// The last bytes of a number that has no more.
fn push_number(number: u128, width: usize, out: &mut Vec<u8>) {
    let bytes = number.to_be_bytes();
    out.extend_from_slice(bytes.get(bytes.len().saturating_sub(width)..).unwrap_or(&bytes));
}

fn push_open(content: &[u8], terminator: Terminator, out: &mut Vec<u8>) -> Result<(), String> {
    match terminator {
        Terminator::None => out.extend_from_slice(content),
        Terminator::Escaped => {
            for byte in content {
                out.push(*byte);
                if *byte == 0 {
                    out.push(0xFF);
                }
            }
            out.extend_from_slice(&[0, 0]);
        }
        Terminator::Char(end_char) => {
            refuse_end(content, terminator)?;
            out.extend_from_slice(content);
            out.push(end_char);
        }
    }
    Ok(())
}

/// What a character ends must not hold it. The place named is the one in the value, so that this is asked before it is
/// reversed.
fn refuse_end(value: &[u8], terminator: Terminator) -> Result<(), String> {
    let Terminator::Char(end) = terminator else { return Ok(()) };
    match value.iter().position(|byte| *byte == end) {
        Some(at) => Err(EncodeErrorKind::ContainsSeparator { separator: char::from(end), at }.to_string()),
        None => Ok(()),
    }
}

fn push_padded(text: &str, width: usize, pad: u8, out: &mut Vec<u8>) -> Result<(), String> {
    if text.len() > width {
        return Err(EncodeErrorKind::TooLong { len: text.len(), width }.to_string());
    }
    if text.as_bytes().last() == Some(&pad) {
        return Err(EncodeErrorKind::EndsInPad { pad: char::from(pad) }.to_string());
    }
    let end = out.len() + width;
    out.extend_from_slice(text.as_bytes());
    out.resize(end, pad);
    Ok(())
}

/// The bytes of a value that has no form as text here.
fn raw(text: &str, encoding: &EncodingDescription) -> Result<Vec<u8>, String> {
    let hex = text.starts_with("0x").then(|| Notation::Hex.parse(text));
    match hex {
        Some(bytes) => bytes.map_err(|error| error.to_string()),
        None => Err(format!("of a {encoding} write the bytes in hex, with 0x in front, as they stand ascending")),
    }
}

/// Bytes as HBase's shell writes them, which may be quoted: `b"\x00abc"`.
fn shell(text: &str) -> Vec<u8> {
    let quoted = text.strip_prefix("b\"").and_then(|text| text.strip_suffix('"'));
    Notation::HbaseShell.parse(quoted.unwrap_or(text)).unwrap_or_default()
}
