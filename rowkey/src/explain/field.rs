//! Reads one field of a key as its [`Encoding`] describes it, and prints the value.

use super::read_field::{Fault, ReadField};
use super::value;
use crate::ascii::{nines_complement, separator_byte};
use crate::codec::composite::read_code;
use crate::codec::content::not_utf8_after_length;
use crate::codec::custom::offset_in_key;
use crate::codec::delimited::read_constant;
use crate::codec::hashed::check_hex;
use crate::digest::USER_FUNCTION;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::formats;
use crate::layout::{Encoding, FieldLayout, Separator, ValueKind, Variant};
use crate::notation::{Hex, quoted_bytes};
use crate::wire::integer::{Number, from_big_endian};
use crate::wire::reader::Reader;
use crate::wire::terminator::Terminator;
use crate::wire::text::Content;
use crate::wire::{digits, float, tag, text, time_text};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The text for a field of a struct or for an element whose value is not known, such as `city` in `{city: ?}`.
pub(super) const UNKNOWN: &str = "?";

/// The position of a field, which determines what follows the content of the field.
#[derive(Clone, Copy)]
pub(super) struct Position {
    pub(super) terminator: Terminator,
    pub(super) delimiter: Option<u8>,
    separator: Separator,
    /// The number of bytes after the content of an unterminated field.
    tail: usize,
}

impl Position {
    pub(super) fn new(separator: Separator, last: bool) -> Self {
        if last {
            return Self { terminator: Terminator::None, delimiter: None, separator, tail: 0 };
        }
        let delimiter = match separator {
            Separator::Delimiter(delimiter) => Some(separator_byte(delimiter)),
            Separator::Escape | Separator::Terminator(_) => None,
        };
        Self { delimiter, ..Self::always_terminated(separator) }
    }

    /// Returns a position at which a variable-length field always has a terminator.
    fn always_terminated(separator: Separator) -> Self {
        let terminator = match separator {
            Separator::Escape => Terminator::Escaped,
            Separator::Delimiter(byte) | Separator::Terminator(byte) => Terminator::Char(separator_byte(byte)),
        };
        Self { terminator, delimiter: None, separator, tail: 0 }
    }

    pub(super) fn followed_by(self, tail: usize) -> Self {
        Self { tail, ..self }
    }

    /// A complemented field has a terminator even if it is the last field, or if the key has a delimiter.
    pub(super) fn within_complement(self) -> Self {
        Self::always_terminated(self.separator)
    }

    /// Fields of structs and elements of lists are escaped, whatever the separator of the key is.
    pub(super) fn within_struct() -> Self {
        Self::always_terminated(Separator::Escape)
    }
}

/// Reads a field with its terminator, but without a delimiter.
#[allow(clippy::too_many_lines, reason = "one short arm for each encoding")]
pub(super) fn read(encoding: &Encoding, position: Position, reader: &mut Reader<'_>) -> Result<ReadField, Fault> {
    use Encoding as E;
    let offset = reader.offset();
    match encoding {
        E::NonZero { of } if of.is_terminated() => match read(of, position, reader)? {
            ReadField { number: Some(number), .. } if number.is_zero() => {
                Err(Fault { error: DecodeError::new(offset, DecodeErrorKind::Zero), end_is_known: true })
            }
            field => Ok(field),
        },
        E::Unsigned { .. }
        | E::Signed { .. }
        | E::TwosComplement { .. }
        | E::LittleEndian { .. }
        | E::NonZero { .. }
        | E::Digits { .. }
        | E::Array { .. } => {
            let bytes = reader.bytes(encoding.min_width())?;
            Ok(fixed(encoding, &bytes, offset)?)
        }
        E::Float { width } => Ok(ReadField::plain(float(&reader.bytes(*width)?))),
        E::Bool => Ok(ReadField::plain(tag::read_bool(reader)?.to_string())),
        E::Char => Ok(ReadField::plain(format!("{:?}", tag::read_char(reader)?))),
        E::Text | E::Bytes => {
            let (content, terminator) = reader.variable(position.terminator)?;
            Ok(content_of(encoding, &content, offset, false)?.with_terminator(terminator))
        }
        E::Unterminated { of } => {
            let whole = Position::new(position.separator, true);
            reader.before_tail(position.tail, |reader| read(of, whole, reader))
        }
        E::UnpaddedDigits { signed, max } => {
            let (content, terminator) = reader.variable(position.terminator)?;
            match digits::read_unpadded(&content, offset, *signed, *max) {
                Ok(number) => Ok(ReadField::number(number).with_terminator(terminator)),
                Err(error) => Err(Fault { error, end_is_known: true }),
            }
        }
        E::AfterLength { length, of } => {
            let len = length.read(reader)?;
            let (offset, stored) = (reader.offset(), reader.unread());
            let field = content_of(of, &reader.bytes(len)?, offset, false);
            Ok(field.map_err(|_| not_utf8_after_length(offset, stored.get(..len).unwrap_or_default(), *length))?)
        }
        E::PaddedText { width, pad } => {
            Ok(content_of(encoding, &text::read_padded(reader, *width, *pad)?, offset, false)?)
        }
        E::Optional { of } => {
            if !tag::read_option(reader)? {
                return Ok(ReadField::plain("None"));
            }
            let inner = read(of, position, reader)?;
            Ok(ReadField { text: inner.text.map(|text| format!("Some({text})")), number: None, ..inner })
        }
        E::Elements { of, count } => read_elements(of, Some(*count), reader),
        E::Repeated { of, optional: false } => read_elements(of, None, reader),
        E::Repeated { of, optional: true } => {
            if reader.remaining() == 0 {
                return Ok(ReadField::plain("None"));
            }
            let inner = read(of, Position::within_struct(), reader)?;
            Ok(ReadField { text: inner.text.map(|text| format!("Some({text})")), number: None, ..inner })
        }
        E::Descending { of } => read_descending(of, position.within_complement(), reader),
        E::Reversed { of } => read_reversed(of, position, reader),
        E::Hashed { algorithm, hex, width, of } => {
            let digest = reader.bytes(*width)?;
            if *hex {
                check_hex(&digest, offset)?;
            }
            Ok(ReadField::unchecked(match &**algorithm {
                USER_FUNCTION => {
                    format!("the hash of a {of}, computed by a function of the program; the value is not known")
                }
                _ => format!("part of the {algorithm} of a {of}; the value is not known"),
            }))
        }
        E::Struct { fields } => read_struct(fields, reader),
        E::Variants { variants } => {
            let (index, code) = read_code(variants.iter().map(Variant::code), reader)?;
            let (name, fields) = (code.name(), variants.get(index).map_or(&[][..], Variant::fields));
            if fields.is_empty() {
                return Ok(ReadField::plain(name));
            }
            let read = read_struct(fields, reader)?;
            Ok(ReadField { text: read.text.map(|text| format!("{name} {text}")), ..read })
        }
        E::Codes { codes } => Ok(ReadField::plain(read_code(codes.iter(), reader)?.1.name())),
        E::Shard { width, count } => Ok(ReadField::plain(tag::read_shard(reader, *width, *count)?.to_string())),
        E::Time { format, of, .. } => Ok(time(format, *of, reader)?),
        E::Value { value } => value::read(*value, reader).map(ReadField::plain).map_err(Fault::from),
        E::Format { format, of } => {
            let mut unformatted = Vec::new();
            formats::bytes::read(*format, of, position.terminator == Terminator::None, reader, &mut unformatted)?;
            // From here on the end of the field is known, so the next field can be read even if this field is wrong.
            let in_field =
                |error: DecodeError| Fault { error: formats::bytes::with_offset(offset, &error), end_is_known: true };
            let mut value_reader = Reader::new(&unformatted);
            let field = read(of, Position::new(Separator::Escape, true), &mut value_reader)
                .map_err(|fault| in_field(fault.error))?;
            formats::bytes::check_all_read(&value_reader).map_err(in_field)?;
            Ok(field.with_terminator(0))
        }
        E::Custom { codec, width, self_delimited, text, .. } => {
            let (content, terminator) = match width {
                Some(width) => (reader.bytes(*width)?, 0),
                None if *self_delimited => (reader.bytes(reader.remaining())?, 0),
                None => reader.variable(position.terminator)?,
            };
            let printed = match text.print(&content) {
                Ok(printed) => printed,
                // Only the codec knows where a self-delimited field ends, so `content` is the rest of the key. The
                // value can be valid even if `content` cannot be printed.
                Err(_) if *self_delimited => None,
                Err((index, kind)) => {
                    let escaped = width.is_none() && position.terminator == Terminator::Escaped;
                    let error = DecodeError::new(offset_in_key(offset, &content, index, escaped), kind);
                    return Err(Fault { error, end_is_known: true });
                }
            };
            let note = printed.is_none().then(|| {
                let why = if text.is_known() { "does not print the value" } else { "only the program has" };
                format!("encoded by the codec {codec}, which {why}")
            });
            let value = printed.unwrap_or_else(|| format!("0x{}", Hex(&content)));
            let unknown_end = *self_delimited;
            Ok(ReadField { note, unknown_end, ..ReadField::plain(value) }.with_terminator(terminator))
        }
    }
}

/// Like [`read`], for the elements of an array. For a list, `count` is `None`, and the elements end with the key.
fn read_elements(encoding: &Encoding, count: Option<usize>, reader: &mut Reader<'_>) -> Result<ReadField, Fault> {
    let mut elements = Vec::new();
    let mut note = None;
    while count.map_or(reader.remaining() > 0, |count| elements.len() < count) {
        let element = read(encoding, Position::within_struct(), reader)
            .map_err(|fault| Fault { end_is_known: false, ..fault })?;
        note = note.or(element.note);
        if element.unknown_end {
            // The beginning of the next element is not known, so no further element is read.
            elements.push(UNKNOWN.into());
            return Ok(ReadField { note, unknown_end: true, ..ReadField::plain(format!("[{}]", elements.join(", "))) });
        }
        elements.push(element.text.unwrap_or_else(|| UNKNOWN.into()));
    }
    Ok(ReadField { note, ..ReadField::plain(format!("[{}]", elements.join(", "))) })
}

fn read_descending(encoding: &Encoding, position: Position, reader: &mut Reader<'_>) -> Result<ReadField, Fault> {
    if encoding.is_digits() {
        let offset = reader.offset();
        let digits: Vec<u8> =
            reader.bytes(encoding.min_width())?.iter().map(|digit| nines_complement(*digit)).collect();
        return Ok(fixed(encoding, &digits, offset).map_err(DecodeError::nines_complemented)?);
    }
    let field = reader.complemented(|reader| read(encoding, position, reader));
    field.map_err(|Fault { error, end_is_known }| Fault { error: error.complemented(), end_is_known })
}

fn read_reversed(encoding: &Encoding, position: Position, reader: &mut Reader<'_>) -> Result<ReadField, Fault> {
    use Encoding as E;
    let offset = reader.offset();
    match encoding {
        E::Text | E::Bytes => {
            let (content, terminator) = reader.variable(position.terminator)?;
            Ok(content_of(encoding, &content, offset, true)?.with_terminator(terminator))
        }
        E::PaddedText { width, pad } => {
            Ok(content_of(encoding, &text::read_padded(reader, *width, *pad)?, offset, true)?)
        }
        fixed_width => {
            let width = fixed_width.min_width();
            let content = reader.bytes(width)?.to_reversed();
            Ok(fixed(fixed_width, &content, offset).map_err(|error| error.mirrored(offset, width))?)
        }
    }
}

fn read_struct(fields: &[FieldLayout], reader: &mut Reader<'_>) -> Result<ReadField, Fault> {
    let mut texts = Vec::with_capacity(fields.len());
    let mut notes = Vec::new();
    let mut unknown_end = false;
    for field in fields {
        if unknown_end {
            texts.push(format!("{}: {UNKNOWN}", field.name()));
            continue;
        }
        read_constant(reader, field.before())?;
        let read = read(field.encoding(), Position::within_struct(), reader)
            .map_err(|fault| Fault { end_is_known: false, ..fault })?;
        unknown_end = read.unknown_end;
        if !unknown_end {
            read_constant(reader, field.bytes_after())?;
        }
        let text = read.text.as_deref().filter(|_| !unknown_end);
        texts.push(format!("{}: {}", field.name(), text.unwrap_or(UNKNOWN)));
        notes.extend(read.note.map(|note| format!("{}: {note}", field.name())));
    }
    let read = ReadField::plain(format!("{{{}}}", texts.join(", ")));
    Ok(ReadField { note: (!notes.is_empty()).then(|| notes.join("; ")), unknown_end, ..read })
}

fn fixed(encoding: &Encoding, bytes: &[u8], offset: usize) -> Result<ReadField, DecodeError> {
    use Encoding as E;
    Ok(match encoding {
        E::Unsigned { type_width, .. } => integer(Number::read(bytes, false), *type_width, offset)?,
        E::Signed { type_width, .. } => integer(Number::read(bytes, true), *type_width, offset)?,
        E::TwosComplement { type_width, .. } => integer(Number::read_twos_complement(bytes), *type_width, offset)?,
        E::LittleEndian { of } => fixed(of, &bytes.to_reversed(), offset)?,
        E::NonZero { of } => {
            let field = fixed(of, bytes, offset)?;
            if field.number.is_some_and(Number::is_zero) {
                return Err(DecodeError::new(offset, DecodeErrorKind::Zero));
            }
            field
        }
        E::Digits { max, .. } => {
            let number = digits::read(bytes, *max).map_err(|error| error.to_decode_error(bytes, offset))?;
            ReadField::number(Number::Unsigned(number))
        }
        _ => ReadField::plain(quoted_bytes(bytes)),
    })
}

/// Returns a field with this number. Fails if the field's type cannot hold the number, because the type has
/// fewer bytes than the field. `type_width` is `None` if the type has as many bytes as the field.
fn integer(number: Number, type_width: Option<usize>, offset: usize) -> Result<ReadField, DecodeError> {
    if type_width.is_none_or(|width| number.fits(width)) {
        Ok(ReadField::number(number))
    } else {
        Err(DecodeError::new(offset, DecodeErrorKind::OutOfRange))
    }
}

/// A NaN is printed with its bits, because different NaNs are different values.
fn float(bytes: &[u8]) -> String {
    let width = bytes.len();
    let bits = float::from_stored(u64::try_from(from_big_endian(bytes)).unwrap_or(0), width);
    let narrow = u32::try_from(bits).ok().filter(|_| width == 4).map(f32::from_bits);
    let value = narrow.map_or(f64::from_bits(bits), f64::from);
    match narrow {
        _ if value.is_nan() => format!("NaN (bits {bits:0digits$x})", digits = 2 * width),
        Some(narrow) => format!("{narrow:?}"),
        None => format!("{value:?}"),
    }
}

/// `reversed` is true if the content is stored reversed.
fn content_of(encoding: &Encoding, content: &[u8], offset: usize, reversed: bool) -> Result<ReadField, DecodeError> {
    if matches!(encoding, Encoding::Bytes) {
        let reversed = reversed.then(|| content.to_reversed());
        return Ok(ReadField::plain(quoted_bytes(reversed.as_deref().unwrap_or(content))));
    }
    let text = str::from_stored(content.into()).ok_or_else(|| DecodeError::new(offset, DecodeErrorKind::NotUtf8))?;
    Ok(ReadField::plain(if reversed { format!("{:?}", text.to_reversed()) } else { format!("{text:?}") }))
}

/// Reads a time. If `of` is known, the type of the field, checks that this type can hold the time.
pub(super) fn time(format: &str, of: Option<ValueKind>, reader: &mut Reader<'_>) -> Result<ReadField, DecodeError> {
    let start = reader.offset();
    let not_in_format = |index: usize| {
        DecodeError::new(start + index, DecodeErrorKind::NotInFormat { format: String::from(format).into() })
    };
    let items = time_text::parse(format).ok_or_else(|| not_in_format(0))?;
    let text = reader.bytes(time_text::width(&items))?;
    let time = time_text::read(&text, &items).map_err(not_in_format)?;
    let moment = time.moment().ok_or_else(|| DecodeError::new(start, DecodeErrorKind::NoSuchTime))?;
    let is_in_range = match of {
        Some(ValueKind::Date { first, last }) => {
            (first..=last).contains(&moment.days) && moment.seconds == 0 && moment.nanos == 0
        }
        Some(ValueKind::DateTime { first, last, .. }) => (first..=last).contains(&moment.days),
        Some(ValueKind::Timestamp { first, last, .. }) => (first..=last).contains(&moment.timestamp()),
        _ => true,
    };
    if !is_in_range {
        return Err(DecodeError::new(start, DecodeErrorKind::OutOfRange));
    }
    Ok(ReadField::plain(String::from_utf8_lossy(&text)))
}
