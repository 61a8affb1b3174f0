//! Writes, reads and checks a field together with the delimiter after it.

use crate::codec::position::Position;
use crate::codec::{DecodeField, FieldCodec};
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::wire::reader::Reader;
use crate::wire::sink::Buffer;
use crate::wire::span::Span;

/// Appends a field and the delimiter after it, if there is one. Returns the span of the field's content.
#[allow(clippy::question_mark, reason = "compiled for each field, and `?` makes the code a sixth larger")]
#[inline]
pub(crate) fn put_field<C: FieldCodec<T>, T, P: Position, B: Buffer>(
    arg: C::Arg<'_>,
    out: &mut B,
) -> Result<Span, EncodeErrorKind> {
    let start = out.position();
    let terminator_width = match C::encode::<P, B>(arg, out) {
        Ok(width) => width,
        Err(kind) => return Err(kind),
    };
    let end = out.position() - terminator_width;
    if let Some(delimiter) = P::DELIMITER
        && terminator_width == 0
    {
        out.put_array([delimiter]);
    }
    Ok(Span { start, end })
}

/// Reads a field and the delimiter after it, if there is one. Returns the value and the span of the field's content.
///
/// # Errors
/// The bytes are not an encoded value of the field.
// Without `inline`, the compiler would not inline the two calls with the same types for a key with two strings, and
// would keep the reader in memory.
#[allow(clippy::inline_always, reason = "measured, see `docs/performance.md`")]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn take_field<'de, C, T, P>(reader: &mut Reader<'de>, field: &'static str) -> Result<(T, Span), DecodeError>
where
    C: DecodeField<'de, T, P>,
    P: Position,
{
    let start = reader.offset();
    let (value, terminator_width) = match C::decode(reader) {
        Ok(decoded) => decoded,
        Err(error) => return Err(error.in_field(field)),
    };
    match end_field::<P>(reader, start, terminator_width) {
        Ok(span) => Ok((value, span)),
        Err(error) => Err(error.in_field(field)),
    }
}

/// Reads the delimiter after a field that begins at `start`, if the position has a delimiter and the field has no
/// terminator. Returns the span of the field's content.
#[inline]
fn end_field<P: Position>(reader: &mut Reader<'_>, start: usize, terminator_width: usize) -> Result<Span, DecodeError> {
    let end = reader.offset() - terminator_width;
    if let Some(delimiter) = P::DELIMITER
        && terminator_width == 0
    {
        expect_delimiter(reader, delimiter)?;
    }
    Ok(Span { start, end })
}

/// Reads constant bytes. In a complemented field, expects the complement of the bytes.
///
/// # Errors
/// The next bytes are different.
pub fn read_constant(reader: &mut Reader<'_>, expected: &[u8]) -> Result<(), DecodeError> {
    if reader.skip(expected) { Ok(()) } else { Err(wrong_constant(reader.offset(), expected)) }
}

#[cold]
#[inline(never)]
pub(crate) fn wrong_constant(offset: usize, expected: &[u8]) -> DecodeError {
    DecodeError::new(offset, DecodeErrorKind::Constant { expected: expected.into() })
}

#[inline]
pub(crate) fn expect_delimiter(reader: &mut Reader<'_>, delimiter: u8) -> Result<(), DecodeError> {
    let offset = reader.offset();
    match reader.byte()? {
        found if found == delimiter => Ok(()),
        found => {
            let expected = char::from(delimiter);
            Err(DecodeError::new(offset, DecodeErrorKind::NoDelimiter { expected, found }))
        }
    }
}
