//! Parses the value of a field from its text form, and encodes the value.

use super::{base, kinds, optional, within_some};
use rowkey::__untyped::{
    Code, Encoding, FieldLayout, Number, Separator, Terminator, UNKNOWN, USER_FUNCTION, Variant, digest_by_name,
    digits, digits::UnpaddedNumber, float, hex_digits, negative, nines_complement, tag, text, too_many_digits,
};
use rowkey::EncodeErrorKind;
use rowkey_explain::Notation;
use rowkey_explain::field::Position;
use rowkey_explain::format_of;
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// Parses the value, and appends the field with its terminator. The value of a custom codec must be given as bytes in
/// hex, because a layout cannot parse the text that the codec prints. `Some(..)` and the quotes of a text can be left out.
#[allow(clippy::too_many_lines, reason = "one short arm for each encoding")]
pub(crate) fn write(encoding: &Encoding, position: Position, text: &str, out: &mut Vec<u8>) -> Result<(), String> {
    use Encoding as E;
    match encoding {
        E::Unsigned { width } => {
            let max = Number::max_unsigned(*width);
            Number::Unsigned(parse_integer(text, 0..=max)?).write(*width, out);
            Ok(())
        }
        E::Signed { width } => {
            let range = Number::signed_range(*width);
            Number::Signed(parse_integer(text, range)?).write(*width, out);
            Ok(())
        }
        E::UnpaddedDigits { signed, max } => {
            let number = if *signed {
                let greatest = i128::try_from(*max).unwrap_or(i128::MAX);
                Number::Signed(parse_integer(text, -1 - greatest..=greatest)?)
            } else {
                Number::Unsigned(parse_integer(text, 0..=*max)?)
            };
            write_content(UnpaddedNumber::new(number).as_bytes(), position, out)
        }
        E::AfterLength { length, of } => {
            let content = match **of {
                E::Text => parse_string(text).as_bytes().to_vec(),
                _ => parse_shell(text),
            };
            with_message(length.write(content.len(), out))?;
            out.extend_from_slice(&content);
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
                return Err(negative(value).to_string());
            }
            let value = parse_integer(text, 0..=*max)?;
            let start = out.len();
            out.resize(start + width, 0);
            if out.get_mut(start..).is_some_and(|digits| digits::write_128(value, digits)) {
                return Ok(());
            }
            Err(too_many_digits(value, *width).to_string())
        }
        E::Bool => {
            out.push(parse::<bool>(text, "true or false")?.into());
            Ok(())
        }
        E::Char => {
            let character = unquoted(text, '\'').or_else(|| unquoted(text, '"'));
            let character: char = parse(character.as_deref().unwrap_or(text), "one character")?;
            out.extend_from_slice(&u32::from(character).to_be_bytes());
            Ok(())
        }
        E::Float { width } => {
            let stored = float::to_stored(float_bits(text, *width)?, *width);
            Number::Unsigned(stored.into()).write(*width, out);
            Ok(())
        }
        E::Unterminated { of } => write(of, Position::new(Separator::Escape, true), text, out),
        E::Text => write_content(parse_string(text).as_bytes(), position, out),
        E::Bytes => write_content(&parse_shell(text), position, out),
        E::Array { width } => {
            let bytes = parse_shell(text);
            if bytes.len() != *width {
                return Err(format!("the field has {width} bytes, but the value has {}", bytes.len()));
            }
            out.extend_from_slice(&bytes);
            Ok(())
        }
        E::PaddedText { width, pad } => with_message(text::write_padded(&parse_string(text), *width, *pad, out)),
        E::Optional { of } => {
            if text == "None" {
                out.push(tag::NONE);
                return Ok(());
            }
            out.push(tag::SOME);
            write(of, position, within_some(text).unwrap_or(text), out).map_err(|reason| or_none(&reason))
        }
        E::Repeated { .. } if text == "None" && optional(encoding).is_some() => Ok(()),
        E::Repeated { of, optional: true } => {
            write(of, Position::within_struct(), within_some(text).unwrap_or(text), out)
                .map_err(|reason| or_none(&reason))
        }
        E::Elements { of, count } => match write_elements(of, text, out)? {
            written if written == *count => Ok(()),
            written => Err(format!("the field has {count} elements, but the value has {written}")),
        },
        E::Repeated { of, optional: false } => write_elements(of, text, out).map(|_| ()),
        E::Descending { of } => {
            let start = out.len();
            write(of, position.within_complement(), text, out)?;
            let complement = if of.is_digits() { nines_complement } else { |byte: u8| !byte };
            out.iter_mut().skip(start).for_each(|byte| *byte = complement(*byte));
            Ok(())
        }
        E::Reversed { of } => write_reversed(of, position, text, out),
        E::Hashed { width, .. } if text.len() == 2 + 2 * width && parse_digest(text).is_some() => {
            out.extend(parse_digest(text).unwrap_or_default());
            Ok(())
        }
        E::Hashed { algorithm, hex, width, of } => {
            let mut hashed = Vec::new();
            write(of, Position::new(Separator::Escape, true), text, &mut hashed)?;
            let digest = digest_by_name(algorithm, &[&hashed]).ok_or_else(|| match &**algorithm {
                USER_FUNCTION => "only the program has the function that computes the field's hash".into(),
                _ => format!("the feature `{algorithm}` of rowkey is off, which computes the field's hash"),
            })?;
            let digest = if *hex { hex_digits(&digest).collect() } else { digest };
            out.extend_from_slice(digest.get(..*width).unwrap_or(&digest));
            Ok(())
        }
        E::Codes { codes } => {
            let names = || codes.iter().map(Code::name).collect::<Vec<_>>().join(", ");
            let code = codes.iter().find(|code| code.name() == text);
            let code = code.ok_or_else(|| format!("`{text}` is not one of {}", names()))?;
            out.extend_from_slice(code.bytes());
            Ok(())
        }
        E::Shard { width, count } => {
            tag::write_shard(parse_integer(text, 0..=count.saturating_sub(1))?, *width, out);
            Ok(())
        }
        E::Time { format, of, .. } => {
            kinds::check_time(format, *of, text)?;
            out.extend_from_slice(text.as_bytes());
            Ok(())
        }
        E::Value { value } if !text.starts_with("0x") => kinds::write(*value, text, out),
        E::Custom { width: None, self_delimited: None, .. } => {
            write_content(&parse_hex(text, encoding)?, position, out)
        }
        E::Format { format, of } => {
            let Some(format) = format_of(&format.name, of) else {
                out.extend_from_slice(&parse_hex(text, encoding)?);
                return Ok(());
            };
            let mut plain = Vec::new();
            write(of, Position::new(Separator::Escape, true), text, &mut plain)?;
            with_message((format.write)(of, &plain, position.terminator == Terminator::None, out))
        }
        E::Struct { fields } if !text.starts_with("0x") => write_struct(fields, text, out),
        E::Variants { variants } if !text.starts_with("0x") => write_variant(variants, text, out),
        E::Custom { .. } | E::Struct { .. } | E::Variants { .. } | E::Value { .. } => {
            out.extend_from_slice(&parse_hex(text, encoding)?);
            Ok(())
        }
    }
}

fn write_reversed(of: &Encoding, position: Position, text: &str, out: &mut Vec<u8>) -> Result<(), String> {
    use Encoding as E;
    match of {
        E::Text => with_message(text::write_reversed(&*parse_string(text), position.terminator, out).map(|_| ())),
        E::PaddedText { width, pad } => {
            with_message(text::write_padded_reversed(&parse_string(text), *width, *pad, out))
        }
        E::Bytes => with_message(text::write_reversed(&*parse_shell(text), position.terminator, out).map(|_| ())),
        fixed_width => {
            let start = out.len();
            write(fixed_width, position, text, out)?;
            if let Some(written) = out.get_mut(start..) {
                written.reverse();
            }
            Ok(())
        }
    }
}

/// Parses the elements of an array or a list, such as `["a", "b"]`, and appends the encoded elements. Returns the
/// number of elements.
fn write_elements(of: &Encoding, text: &str, out: &mut Vec<u8>) -> Result<usize, String> {
    let elements = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let mut rest = elements.ok_or_else(|| format!("the field has elements: write [{text}]"))?;
    let wrong_separator = || format!("write a comma and a space between elements: {text} has another separator");
    let mut written = 0;
    while !rest.is_empty() {
        let (value, after) = split_value(rest);
        if value == UNKNOWN {
            return Err("an element is not known: write its value".into());
        }
        write(of, Position::within_struct(), value, out)?;
        written += 1;
        rest = if after.is_empty() { after } else { after.strip_prefix(", ").ok_or_else(wrong_separator)? };
    }
    Ok(written)
}

/// Parses a struct, such as `{city: "c", floor: -1}`, and appends the encoded struct.
fn write_struct(fields: &[FieldLayout], text: &str, out: &mut Vec<u8>) -> Result<(), String> {
    let expected_form = || {
        let names: Vec<_> = fields.iter().map(|field| format!("{}: ..", field.name())).collect();
        format!("write the struct as {{{}}}, or write the bytes in hex, beginning with 0x", names.join(", "))
    };
    let mut rest = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).ok_or_else(expected_form)?;
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            rest = rest.strip_prefix(", ").ok_or_else(expected_form)?;
        }
        let named = rest.strip_prefix(field.name()).and_then(|rest| rest.strip_prefix(": "));
        let (value, after) = split_value(named.ok_or_else(expected_form)?);
        if value == UNKNOWN {
            return Err(format!("`{}` is not known: write its value", field.name()));
        }
        out.extend_from_slice(field.before());
        write(field.encoding(), Position::within_struct(), value, out)
            .map_err(|reason| format!("`{}`: {reason}", field.name()))?;
        out.extend_from_slice(field.bytes_after());
        rest = after;
    }
    if rest.is_empty() { Ok(()) } else { Err(expected_form()) }
}

/// Parses a variant of an enum, such as `Literal {value: "a", language: "en"}`, and appends the encoded variant.
fn write_variant(variants: &[Variant], text: &str, out: &mut Vec<u8>) -> Result<(), String> {
    let (name, values) = text.split_once(' ').unwrap_or((text, ""));
    let variant = variants.iter().find(|variant| variant.code().name() == name).ok_or_else(|| {
        let names: Vec<_> = variants.iter().map(|variant| variant.code().name()).collect();
        format!("`{name}` is not one of {}", names.join(", "))
    })?;
    out.extend_from_slice(variant.code().bytes());
    match (variant.fields(), values) {
        ([], "") => Ok(()),
        ([], _) => Err(format!("`{name}` has no fields: write {name}")),
        (fields, values) => write_struct(fields, values, out).map_err(|reason| format!("`{name}`: {reason}")),
    }
}

/// Checks whether a part of the value is not known.
pub(super) fn is_unknown(encoding: &Encoding, text: &str) -> bool {
    write(encoding, Position::within_struct(), text, &mut Vec::new()).is_err()
}

/// Returns the content of a text or of bytes, whose text form is given. Returns `None` for values of other types and for `None`.
pub(crate) fn content(encoding: &Encoding, text: &str) -> Option<Vec<u8>> {
    if let Some(of) = optional(encoding) {
        return content(of, within_some(text)?);
    }
    match base(encoding) {
        Encoding::Text | Encoding::PaddedText { .. } => Some(parse_string(text).as_bytes().into()),
        Encoding::Bytes | Encoding::Array { .. } => Some(parse_shell(text)),
        _ => None,
    }
}

fn or_none(reason: &str) -> String {
    format!("{reason}, or None")
}

/// Parses a digest as the command prints it. Returns `None` for other text, which is the value that is hashed.
fn parse_digest(text: &str) -> Option<Vec<u8>> {
    text.starts_with("0x").then(|| Notation::Hex.parse(text).ok())?
}

/// Splits the text before the first comma that is not within quotes or brackets.
fn split_value(text: &str) -> (&str, &str) {
    split_before(text, ",")
}

/// Splits the text before the first `separator` that is not within quotes or brackets.
pub(crate) fn split_before<'t>(text: &'t str, separator: &str) -> (&'t str, &'t str) {
    let mut depth = 0usize;
    let mut quote = None;
    let mut characters = text.char_indices();
    while let Some((offset, character)) = characters.next() {
        if let Some((before, after)) = text.split_at_checked(offset)
            && quote.is_none()
            && depth == 0
            && after.starts_with(separator)
        {
            return (before, after);
        }
        match (quote, character) {
            (Some(_), '\\') => {
                characters.next();
            }
            (Some(open), _) if open == character => quote = None,
            (None, '"' | '\'') => quote = Some(character),
            (None, '(' | '{' | '[') => depth += 1,
            (None, ')' | '}' | ']') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    (text, "")
}

/// Returns the text within quotes. Escapes of [`Debug`](core::fmt::Debug) are resolved: `"a\n"` is an `a` and a line
/// feed. Returns `None` if the text is not quoted.
pub(super) fn unquoted(text: &str, quote: char) -> Option<String> {
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

fn parse_string(text: &str) -> Cow<'_, str> {
    unquoted(text, '"').map_or(Cow::Borrowed(text), Cow::Owned)
}

/// The text of a NaN contains its bits: `NaN (bits 7fc00000)`.
fn float_bits(text: &str, width: usize) -> Result<u64, String> {
    let is_nan = |bits: u64| match u32::try_from(bits) {
        Ok(bits) if width == 4 => f32::from_bits(bits).is_nan(),
        _ => f64::from_bits(bits).is_nan(),
    };
    let bits = text.strip_prefix("NaN (bits ").and_then(|text| text.strip_suffix(')'));
    let bits = bits.filter(|bits| bits.len() == 2 * width).and_then(|bits| u64::from_str_radix(bits, 16).ok());
    match bits.filter(|bits| is_nan(*bits)) {
        Some(bits) => Ok(bits),
        None if width == 4 => Ok(parse::<f32>(text, "a number")?.to_bits().into()),
        None => Ok(parse::<f64>(text, "a number")?.to_bits()),
    }
}

fn parse<T: core::str::FromStr>(text: &str, expected: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is not {expected}"))
}

fn parse_integer<T>(text: &str, range: RangeInclusive<T>) -> Result<T, String>
where
    T: core::str::FromStr + PartialOrd + core::fmt::Display,
{
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("`{text}` is not a whole number from {} to {}", range.start(), range.end()))
}

fn write_content(content: &[u8], position: Position, out: &mut Vec<u8>) -> Result<(), String> {
    with_message(text::write(content, position.terminator, out).map(|_| ()))
}

/// Converts the error to the message that encoding would print.
fn with_message(written: Result<(), EncodeErrorKind>) -> Result<(), String> {
    written.map_err(|kind| kind.to_string())
}

fn parse_hex(text: &str, encoding: &Encoding) -> Result<Vec<u8>, String> {
    let hex = text.starts_with("0x").then(|| Notation::Hex.parse(text));
    match hex {
        Some(bytes) => bytes.map_err(|error| error.to_string()),
        None => Err(format!(
            "write the bytes of the field ({encoding}) in hex, beginning with 0x; if the field has `#[descending]`, write its bytes as they are without `#[descending]`"
        )),
    }
}

/// Parses bytes in the notation of HBase's shell: `\x00abc` or, with quotes, `b"\x00abc"`.
fn parse_shell(text: &str) -> Vec<u8> {
    let quoted = text.strip_prefix("b\"").and_then(|text| text.strip_suffix('"'));
    Notation::HbaseShell.parse(quoted.unwrap_or(text)).unwrap_or_default()
}
