//! Reads one field of a key as its [`Encoding`] describes it, and prints the value. Public only for the package `rowkey-cli`.

use crate::formats::format_of;
use rowkey::__untyped::{
    Content, Encoding, FieldLayout, Hex, Number, Reader, Separator, Shown, ShownParts, Terminator, ValueKind, Variant,
    WrongField, decode_plain, digits, float, from_big_endian, nines_complement, not_utf8_after_length, quoted_bytes,
    read_code, read_constant, separator_byte, show_hashed, tag, text, time_text, value,
};
use rowkey::{DecodeError, DecodeErrorKind};

/// The position of a field, which determines what follows the content of the field.
#[must_use]
#[derive(Debug, Clone, Copy)]
pub struct Position {
    pub terminator: Terminator,
    pub delimiter: Option<u8>,
    separator: Separator,
    /// The number of bytes after the content of an unterminated field.
    tail: usize,
}

impl Position {
    pub fn new(separator: Separator, last: bool) -> Self {
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

    pub fn followed_by(self, tail: usize) -> Self {
        Self { tail, ..self }
    }

    /// A complemented field has a terminator even if it is the last field, or if the key has a delimiter.
    pub fn within_complement(self) -> Self {
        Self::always_terminated(self.separator)
    }

    /// Fields of structs and elements of lists are escaped, whatever the separator of the key is.
    pub fn within_struct() -> Self {
        Self::always_terminated(Separator::Escape)
    }
}

/// Reads a field with its terminator, but without a delimiter.
#[allow(clippy::too_many_lines, reason = "one short arm for each encoding")]
pub fn read(encoding: &Encoding, position: Position, reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
    use Encoding as E;
    let offset = reader.offset();
    match encoding {
        E::NonZero { of } if of.is_terminated() => match read(of, position, reader)? {
            Shown { number: Some(number), .. } if number.is_zero() => {
                Err(WrongField { error: DecodeError::new(offset, DecodeErrorKind::Zero), end_is_known: true })
            }
            field => Ok(field),
        },
        E::Unsigned { .. } | E::Signed { .. } | E::NonZero { .. } | E::Digits { .. } | E::Array { .. } => {
            let bytes = reader.bytes(encoding.min_width())?;
            Ok(fixed(encoding, &bytes, offset)?)
        }
        E::Float { width } => {
            let stored = from_big_endian(&reader.bytes(*width)?);
            let bits = float::from_stored(u64::try_from(stored).unwrap_or(0), *width);
            Ok(Shown::plain(float::text(bits, *width)))
        }
        E::Bool => Ok(Shown::plain(tag::read_bool(reader)?.to_string())),
        E::Char => Ok(Shown::plain(format!("{:?}", tag::read_char(reader)?))),
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
                Ok(number) => Ok(Shown::number(number).with_terminator(terminator)),
                Err(error) => Err(WrongField { error, end_is_known: true }),
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
                return Ok(Shown::plain("None"));
            }
            read(of, position, reader).map(Shown::in_some)
        }
        E::Elements { of, count } => read_elements(of, Some(*count), reader),
        E::Repeated { of, optional: false } => read_elements(of, None, reader),
        E::Repeated { of, optional: true } => {
            if reader.remaining() == 0 {
                return Ok(Shown::plain("None"));
            }
            read(of, Position::within_struct(), reader).map(Shown::in_some)
        }
        E::Descending { of } => read_descending(of, position.within_complement(), reader),
        E::Reversed { of } => read_reversed(of, position, reader),
        E::Hashed { algorithm, hex, width, of } => Ok(show_hashed(algorithm, *hex, *width, of, reader)?),
        E::Struct { fields } => read_struct(None, fields, reader),
        E::Variants { variants } => {
            let (index, code) = read_code(variants.iter().map(Variant::code), reader)?;
            read_struct(Some(code.name()), variants.get(index).map_or(&[][..], Variant::fields), reader)
        }
        E::Codes { codes } => Ok(Shown::plain(read_code(codes.iter(), reader)?.1.name())),
        E::Shard { width, count } => Ok(Shown::plain(tag::read_shard(reader, *width, *count)?.to_string())),
        E::Time { format, of, .. } => Ok(time(format, *of, reader)?),
        E::Value { value } => value::read(*value, reader).map(Shown::plain).map_err(WrongField::from),
        E::Format { format, of } => {
            let Some(known) = format_of(&format.name, of) else {
                let note = format!("in the format {}, which only the program has", format.name);
                return Ok(not_decoded(
                    &reader.bytes(encoding.fixed_width().unwrap_or(reader.remaining()))?,
                    note,
                    encoding.fixed_width().is_none(),
                ));
            };
            let mut plain = Vec::new();
            (known.read)(of, position.terminator == Terminator::None, reader, &mut plain)?;
            let position = Position::new(Separator::Escape, true);
            let shown = decode_plain(&plain, offset, |plain| read(of, position, plain).map_err(|wrong| wrong.error));
            // The end of the field is known, so the next field can be read even if this field is wrong.
            shown.map(|shown| shown.with_terminator(0)).map_err(WrongField::with_known_end)
        }
        E::Custom { codec, width, self_delimited, .. } => {
            let (content, terminator) = match width {
                Some(width) => (reader.bytes(*width)?, 0),
                None if self_delimited.is_some() => (reader.bytes(reader.remaining())?, 0),
                None => reader.variable(position.terminator)?,
            };
            let note = format!("encoded by the codec {codec}, which only the program has");
            Ok(not_decoded(&content, note, self_delimited.is_some()).with_terminator(terminator))
        }
    }
}

/// Returns the bytes of a value that only the program can decode.
fn not_decoded(bytes: &[u8], note: String, unknown_end: bool) -> Shown {
    Shown { note: Some(note), unknown_end, ..Shown::plain(format!("0x{}", Hex(bytes))) }
}

/// Like [`read`], for the elements of an array. For a list, `count` is `None`, and the elements end with the key.
fn read_elements(encoding: &Encoding, count: Option<usize>, reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
    let mut parts = ShownParts::default();
    // If the end of an element is not known, the beginning of the next element is not known either.
    while !parts.has_unknown_end() && count.map_or(reader.remaining() > 0, |count| parts.len() < count) {
        parts.add_element(read(encoding, Position::within_struct(), reader).map_err(WrongField::within)?);
    }
    Ok(parts.within(["[", "]"]))
}

fn read_descending(encoding: &Encoding, position: Position, reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
    if encoding.is_digits() {
        let offset = reader.offset();
        let digits: Vec<u8> =
            reader.bytes(encoding.min_width())?.iter().map(|digit| nines_complement(*digit)).collect();
        return Ok(fixed(encoding, &digits, offset).map_err(DecodeError::nines_complemented)?);
    }
    let field = reader.complemented(|reader| read(encoding, position, reader));
    field.map_err(|wrong| wrong.map(DecodeError::complemented))
}

fn read_reversed(encoding: &Encoding, position: Position, reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
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

/// Reads a struct, or the fields of the variant with this name.
fn read_struct(name: Option<&str>, fields: &[FieldLayout], reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
    let mut parts = ShownParts::default();
    for field in fields {
        if parts.has_unknown_end() {
            parts.add_field(field.name(), Shown::default());
            continue;
        }
        read_constant(reader, field.before())?;
        parts.add_field(
            field.name(),
            read(field.encoding(), Position::within_struct(), reader).map_err(WrongField::within)?,
        );
        if !parts.has_unknown_end() {
            read_constant(reader, field.bytes_after())?;
        }
    }
    Ok(parts.of_variant(name, fields.is_empty()))
}

fn fixed(encoding: &Encoding, bytes: &[u8], offset: usize) -> Result<Shown, DecodeError> {
    use Encoding as E;
    Ok(match encoding {
        E::Unsigned { .. } => Shown::number(Number::read(bytes, false)),
        E::Signed { .. } => Shown::number(Number::read(bytes, true)),
        E::NonZero { of } => {
            let field = fixed(of, bytes, offset)?;
            if field.number.is_some_and(Number::is_zero) {
                return Err(DecodeError::new(offset, DecodeErrorKind::Zero));
            }
            field
        }
        E::Digits { max, .. } => {
            let number = digits::read(bytes, *max).map_err(|error| error.to_decode_error(bytes, offset))?;
            Shown::number(Number::Unsigned(number))
        }
        _ => Shown::plain(quoted_bytes(bytes)),
    })
}

/// `reversed` is true if the content is stored reversed.
fn content_of(encoding: &Encoding, content: &[u8], offset: usize, reversed: bool) -> Result<Shown, DecodeError> {
    if matches!(encoding, Encoding::Bytes) {
        let reversed = reversed.then(|| content.to_reversed());
        return Ok(Shown::plain(quoted_bytes(reversed.as_deref().unwrap_or(content))));
    }
    let text = str::from_stored(content.into()).ok_or_else(|| DecodeError::new(offset, DecodeErrorKind::NotUtf8))?;
    Ok(Shown::plain(if reversed { text.to_reversed().shown() } else { text.shown() }))
}

/// Reads a time. If `of` is known, the type of the field, checks that this type can hold the time.
pub fn time(format: &str, of: Option<ValueKind>, reader: &mut Reader<'_>) -> Result<Shown, DecodeError> {
    let start = reader.offset();
    let not_in_format = |index: usize| DecodeError::new(start + index, DecodeErrorKind::not_in_format(format));
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
    Ok(Shown::plain(String::from_utf8_lossy(&text)))
}
