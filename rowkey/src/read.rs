//! Reading a key field by field: what derived code calls.

use crate::codec::position::{InStruct, Position};
use crate::codec::{DecodeField, FieldCodec};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::layout::{Layout, VARIABLE};
use crate::salt::{Salt, SaltOf};
use crate::wire::reader::Reader;
use crate::write::Span;

/// Whether the key has its length, if that is fixed (`LEN`, else `VARIABLE`). Knowing it, every later read of a fixed
/// key is without a branch.
#[inline]
pub fn has_length<const LEN: usize>(bytes: &[u8]) -> bool {
    LEN == VARIABLE || bytes.len() == LEN
}

/// Starts to read a key that has its length.
#[inline]
pub fn open(bytes: &[u8]) -> Reader<'_> {
    Reader::new(bytes)
}

/// Reads over the namespace.
///
/// # Errors
/// The key is of another namespace.
#[inline]
pub fn skip_namespace(reader: &mut Reader<'_>, layout: &'static Layout) -> Result<(), DecodeError> {
    let expected = layout.namespace();
    if reader.raw(expected.len()).ok() == Some(expected) { Ok(()) } else { Err(wrong_namespace(expected)) }
}

#[cold]
#[inline(never)]
fn wrong_namespace(expected: &'static [u8]) -> DecodeError {
    DecodeError::new(0, DecodeErrorKind::Namespace { expected })
}

/// What is wrong with a key that has not its length.
#[cold]
#[inline(never)]
pub fn wrong_length(bytes: &[u8], layout: &'static Layout, len: usize) -> DecodeError {
    let found = bytes.len();
    if found > len {
        return DecodeError::new(len, DecodeErrorKind::Trailing { count: found - len });
    }
    match layout.part_at(found) {
        Some((name, offset, expected)) => {
            let error = DecodeError::new(offset, DecodeErrorKind::Truncated { expected, found: found - offset });
            name.map_or(error.clone(), |name| error.in_field(name))
        }
        None => DecodeError::new(0, DecodeErrorKind::Truncated { expected: len, found }),
    }
}

/// Reads over the salt.
///
/// # Errors
/// The key ends before.
#[inline]
pub fn skip_salt<const SALT: usize>(reader: &mut Reader<'_>) -> Result<[u8; SALT], DecodeError> {
    reader.array()
}

/// Reads a field, with the delimiter if one follows.
///
/// # Errors
/// The bytes are none of such a field.
// A key with two strings calls it twice with the same types, whereupon the compiler would leave it out of line, and the
// reader in memory.
#[allow(clippy::inline_always, reason = "measured, see `docs/performance.md`")]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn take<'de, C, T, P>(reader: &mut Reader<'de>, field: &'static str) -> Result<(T, Span), DecodeError>
where
    C: DecodeField<'de, T, P>,
    P: Position,
{
    let start = reader.offset();
    let (value, terminator) = match C::decode(reader) {
        Ok(decoded) => decoded,
        Err(error) => return Err(error.in_field(field)),
    };
    match end_field::<P>(reader, start, terminator) {
        Ok(span) => Ok((value, span)),
        Err(error) => Err(error.in_field(field)),
    }
}

/// Reads the delimiter that follows a field without a terminator of its own. Returns where the field's content is.
#[inline]
fn end_field<P: Position>(reader: &mut Reader<'_>, start: usize, terminator: usize) -> Result<Span, DecodeError> {
    let end = reader.offset() - terminator;
    if let Some(delimiter) = P::DELIMITER {
        if terminator == 0 {
            expect(reader, delimiter)?;
        }
    }
    Ok(Span { start, end })
}

/// What a key type's own code says of stored bytes: its codecs and its salt, behind pointers, so that code which knows
/// no more of the type than its layout can ask. It makes no code in a program that never explains a key.
#[derive(Debug, Clone, Copy)]
pub struct Checks {
    /// [`check_field`] of each field.
    pub(crate) fields: &'static [CheckField],
    /// [`salt_of`](crate::salt::salt_of), if the salt is computed from bytes of the key.
    pub(crate) salt: Option<SaltOf>,
}

/// [`check_field`] of some field.
pub(crate) type CheckField = fn(&mut Reader<'_>) -> Result<Span, DecodeError>;

/// [`check_part`] of some field within a struct.
pub type CheckPart = fn(&mut Reader<'_>) -> Result<(), DecodeError>;

impl Checks {
    /// Of the fields in order, and of the salt.
    pub const fn new(fields: &'static [CheckField], salt: Option<SaltOf>) -> Self {
        Self { fields, salt }
    }
}

/// Reads over a field and the delimiter after it, as decoding does. Returns where the field's content is.
///
/// # Errors
/// The one that decoding gives, without the field's name.
pub fn check_field<C: FieldCodec<T>, T, P: Position>(reader: &mut Reader<'_>) -> Result<Span, DecodeError> {
    let start = reader.offset();
    let terminator = C::check::<P>(reader)?;
    end_field::<P>(reader, start, terminator)
}

/// Reads over a field within a struct, as decoding does.
///
/// # Errors
/// The one that decoding gives.
pub fn check_part<C: FieldCodec<T>, T>(reader: &mut Reader<'_>) -> Result<(), DecodeError> {
    C::check::<InStruct>(reader).map(|_| ())
}

#[inline]
pub(crate) fn expect(reader: &mut Reader<'_>, delimiter: u8) -> Result<(), DecodeError> {
    let offset = reader.offset();
    match reader.byte()? {
        found if found == delimiter => Ok(()),
        found => {
            let expected = char::from(delimiter);
            Err(DecodeError::new(offset, DecodeErrorKind::NoDelimiter { expected, found }))
        }
    }
}

/// The key ends here.
///
/// # Errors
/// It does not.
#[inline]
pub fn close(reader: &Reader<'_>) -> Result<(), DecodeError> {
    match reader.remaining() {
        0 => Ok(()),
        count => Err(reader.error(DecodeErrorKind::Trailing { count })),
    }
}

/// All behind the salt, of a key that was read to its end.
#[inline]
pub fn whole_read(reader: &Reader<'_>, layout: &Layout) -> Span {
    Span { start: layout.fields_at(), end: reader.offset() }
}

/// The salt in the key is the one that the fields at `salted` give.
///
/// # Errors
/// It is another.
#[inline]
pub fn check_salt<S: Salt, const N: usize>(
    bytes: &[u8],
    found: &[u8],
    layout: &Layout,
    salted: [Span; N],
) -> Result<(), DecodeError> {
    compare_salt(found, S::of(&Span::all_of(salted, bytes)).as_ref(), layout)
}

/// The salt in the key is one that a bucket has.
///
/// # Errors
/// It is not.
#[inline]
pub fn check_bucket(found: &[u8], layout: &Layout) -> Result<(), DecodeError> {
    match layout.salt().map(|salt| salt.layout.bucket_of(found)) {
        Some(None) => {
            Err(DecodeError::new(layout.namespace().len(), DecodeErrorKind::NoBucket { found: found.into() }))
        }
        _ => Ok(()),
    }
}

/// The salt in the key is `expected`.
///
/// # Errors
/// It is another.
#[inline]
pub fn compare_salt(found: &[u8], expected: &[u8], layout: &Layout) -> Result<(), DecodeError> {
    if found == expected { Ok(()) } else { Err(wrong_salt(found, expected, layout)) }
}

#[cold]
fn wrong_salt(found: &[u8], expected: &[u8], layout: &Layout) -> DecodeError {
    let kind = DecodeErrorKind::Salt { expected: expected.into(), found: found.into() };
    DecodeError::new(layout.namespace().len(), kind)
}
