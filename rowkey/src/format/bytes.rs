//! Writes and reads values in a format: what the format itself does not have to know, such as options and structs.

use super::{Format, Kind, Null, Structs, Unencodable, table};
use crate::codec::BoundPlace;
use crate::codec::delimited::read_constant;
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::format::FormatLayout;
use crate::layout::{Encoding, FieldLayout};
use crate::wire::reader::Reader;
use crate::wire::sink::{Buffer, Sink};
use crate::wire::tag::{self, NONE, SOME};
use alloc::vec;
use alloc::vec::Vec;

/// A format that is chosen at run time: its functions for `explain`, which reads keys without their types.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::type_complexity, reason = "the names of the parameters say what they are")]
pub struct AnyFormat {
    /// The name of the format.
    pub name: &'static str,
    /// Returns what a layout contains about values of an encoding.
    pub layout: fn(of: &Encoding) -> FormatLayout,
    /// Checks whether the format has values of an encoding.
    pub has: fn(of: &Encoding) -> bool,
    /// Appends the value with these plain bytes.
    pub write: fn(of: &Encoding, plain: &[u8], last: bool, out: &mut Vec<u8>) -> Result<(), EncodeErrorKind>,
    /// Reads a value, and appends its plain bytes.
    pub read: fn(of: &Encoding, last: bool, reader: &mut Reader<'_>, plain: &mut Vec<u8>) -> Result<(), DecodeError>,
}

impl AnyFormat {
    /// Returns the functions of a format.
    pub const fn of<F: Format>() -> Self {
        Self {
            name: F::NAME,
            layout: |of| table::<F>().layout(of),
            has: |of| !matches!(table::<F>().has(of), super::types::Has::Nothing),
            write: write::<F, Vec<u8>>,
            read: read::<F, Vec<u8>>,
        }
    }
}

/// Appends a value in a format. `plain` contains the plain bytes of the value, and `of` describes these bytes. `last`
/// is true if the key ends after the value.
///
/// # Errors
/// The format cannot encode the value.
#[inline]
pub(crate) fn write<F: Format, S: Sink>(
    of: &Encoding,
    plain: &[u8],
    last: bool,
    out: &mut S,
) -> Result<(), EncodeErrorKind> {
    // Most fields are a single value. The compiler knows its kind, and can inline the functions of the format.
    if let Some(kind) = Kind::of(of) {
        if let Some(unencodable) = F::unencodable(kind, plain) {
            return Err(cannot_encode(&unencodable));
        }
        F::write(kind, plain, last, out);
        return Ok(());
    }
    if let Some(unencodable) = unencodable::<F>(of, plain) {
        return Err(cannot_encode(&unencodable));
    }
    write_value::<F, S>(of, plain, last, out)
}

#[cold]
fn cannot_encode(unencodable: &Unencodable) -> EncodeErrorKind {
    EncodeErrorKind::Codec(unencodable.why.into())
}

/// Like [`write`], for a value that the format can encode.
fn write_value<F: Format, S: Sink>(
    of: &Encoding,
    plain: &[u8],
    last: bool,
    out: &mut S,
) -> Result<(), EncodeErrorKind> {
    match (of, F::STRUCTS) {
        (Encoding::NonZero { of }, _) => return write_value::<F, S>(of, plain, last, out),
        (Encoding::Optional { of }, _) => {
            match (plain, F::NULL) {
                ([SOME, ..], Null::Tagged(_, some)) => out.put_array([some]),
                (_, Null::Tagged(none, _)) => out.put_array([none]),
                ([SOME, ..], _) => {}
                (_, null) => out.put(null.bytes(last)),
            }
            if let [SOME, value @ ..] = plain {
                return write_value::<F, S>(of, value, last, out);
            }
        }
        (Encoding::Struct { fields }, Structs::Nested { start, end, null }) => {
            let mut reader = Reader::new(plain);
            out.put(start);
            for field in &**fields {
                replace_null::<F, S>(field, F::NULL.bytes(false), null, &mut reader, out)
                    .map_err(|error| EncodeErrorKind::Codec(alloc::format!("{error}")))?;
            }
            out.put(end);
        }
        (Encoding::Struct { .. }, _) => out.put(plain),
        _ => {
            if let Some(kind) = Kind::of(of) {
                F::write(kind, plain, last, out);
            }
        }
    }
    Ok(())
}

/// Returns a description of the value if the format cannot encode the value. `of` describes the plain bytes.
fn unencodable<F: Format>(of: &Encoding, plain: &[u8]) -> Option<Unencodable> {
    match of {
        Encoding::NonZero { of } => unencodable::<F>(of, plain),
        Encoding::Optional { of } => match plain {
            [SOME, value @ ..] => unencodable::<F>(of, value).map(within_some),
            _ => None,
        },
        of => Kind::of(of).and_then(|kind| F::unencodable(kind, plain)),
    }
}

/// Converts the description of a value to the description of a `Some` with the value. If the value sorts before all
/// values that the format can encode, the `Some` sorts directly after `None`.
fn within_some(unencodable: Unencodable) -> Unencodable {
    let (nearest, place) = match unencodable.nearest {
        Some(nearest) => ([vec![SOME], nearest].concat(), unencodable.place),
        None => (vec![NONE], Some(BoundPlace::After)),
    };
    Unencodable { nearest: Some(nearest), place, ..unencodable }
}

/// Reads a value in a format, and appends its plain bytes to `plain`.
///
/// # Errors
/// The bytes are not the encoding of a value.
#[inline]
pub(crate) fn read<F: Format, B: Buffer>(
    of: &Encoding,
    last: bool,
    reader: &mut Reader<'_>,
    plain: &mut B,
) -> Result<(), DecodeError> {
    let mut comparison = Comparison { stored: reader.clone(), is_equal: true };
    let start = plain.position();
    match Kind::of(of) {
        Some(kind) => F::read(kind, last, reader, plain)?,
        None => read_value::<F, B>(of, last, reader, plain)?,
    }
    // Encodes the value again, which must give the same bytes. With this check, `read_value` can accept bytes that are
    // not canonical.
    let value = plain.contents().get(start..plain.position()).unwrap_or_default();
    let written = write::<F, _>(of, value, last, &mut comparison);
    match written {
        Ok(()) if comparison.is_equal && comparison.stored.offset() == reader.offset() => Ok(()),
        Err(EncodeErrorKind::Codec(why)) => Err(comparison.stored.error(DecodeErrorKind::Codec(why))),
        _ => Err(comparison.stored.error(DecodeErrorKind::NotCanonical)),
    }
}

/// Like [`read`], but does not check that [`write`] would write the same bytes again.
fn read_value<F: Format, B: Buffer>(
    of: &Encoding,
    last: bool,
    reader: &mut Reader<'_>,
    plain: &mut B,
) -> Result<(), DecodeError> {
    match (of, F::STRUCTS) {
        (Encoding::NonZero { of }, _) => read_value::<F, B>(of, last, reader, plain),
        (Encoding::Optional { of }, _) => {
            let is_some = match (F::NULL, F::NULL.bytes(last)) {
                (Null::PLAIN, _) => tag::read_option(reader)?,
                (Null::Tagged(none, some), _) => {
                    let is_some = !reader.skip(&[none]);
                    if is_some {
                        reader.expect(some, "the byte of `None` or the byte before a value")?;
                    }
                    is_some
                }
                (_, []) => reader.remaining() > 0,
                (_, null) => !reader.skip(null),
            };
            plain.put_array([if is_some { SOME } else { NONE }]);
            if is_some { read_value::<F, B>(of, last, reader, plain) } else { Ok(()) }
        }
        (Encoding::Struct { fields }, Structs::Nested { start, end, null }) => {
            expect_all(reader, start, "the first byte of a nested tuple")?;
            fields
                .iter()
                .try_for_each(|field| replace_null::<F, B>(field, null, F::NULL.bytes(false), reader, plain))?;
            expect_all(reader, end, "the byte after the fields of a nested tuple")
        }
        (Encoding::Struct { fields }, _) => {
            fields.iter().try_for_each(|field| replace_null::<F, B>(field, &[], &[], reader, plain))
        }
        _ => match Kind::of(of) {
            Some(kind) => F::read(kind, last, reader, plain),
            // Not reached: the compiler rejects a key whose format does not have its type.
            None => Err(reader.error(DecodeErrorKind::NotCanonical)),
        },
    }
}

fn expect_all(reader: &mut Reader<'_>, bytes: &[u8], expected: &'static str) -> Result<(), DecodeError> {
    bytes.iter().try_for_each(|byte| reader.expect(*byte, expected))
}

/// Reads a field of a struct and the constants around the field, and appends their bytes unchanged. Only replaces the null
/// `from`, in the place of an optional field, by the null `to`.
fn replace_null<F: Format, S: Sink>(
    field: &FieldLayout,
    from: &[u8],
    to: &[u8],
    reader: &mut Reader<'_>,
    out: &mut S,
) -> Result<(), DecodeError> {
    copy_constant(field.before(), reader, out)?;
    if is_optional(field) && !from.is_empty() && reader.skip(from) {
        out.put(to);
    } else {
        let mut start = reader.clone();
        skip_field::<F>(field.encoding(), reader)?;
        out.put(&start.bytes(reader.offset() - start.offset())?);
    }
    copy_constant(field.bytes_after(), reader, out)
}

fn skip_field<F: Format>(encoding: &Encoding, reader: &mut Reader<'_>) -> Result<(), DecodeError> {
    match encoding {
        Encoding::Descending { of } => reader.complemented(|reader| skip_field::<F>(of, reader)),
        Encoding::Format { of, .. } => read::<F, _>(of, false, reader, &mut Vec::new()),
        // Not reached: the fields of a struct in a format are in the same format.
        _ => Ok(()),
    }
}

fn copy_constant<S: Sink>(constant: &[u8], reader: &mut Reader<'_>, out: &mut S) -> Result<(), DecodeError> {
    read_constant(reader, constant)?;
    out.put(constant);
    Ok(())
}

fn is_optional(field: &FieldLayout) -> bool {
    matches!(field.encoding(), Encoding::Format { of, .. } if matches!(of.get(), Encoding::Optional { .. }))
}

/// Calls `decode` with a reader of the plain bytes of a field, which is at `offset` of the key.
///
/// # Errors
/// The plain bytes are not a value. The error has the offset of the field.
#[inline]
pub fn decode_plain<R>(
    plain: &[u8],
    offset: usize,
    decode: impl FnOnce(&mut Reader<'_>) -> Result<R, DecodeError>,
) -> Result<R, DecodeError> {
    let mut plain = Reader::new(plain);
    match decode(&mut plain) {
        Ok(value) if plain.remaining() == 0 => Ok(value),
        Ok(_) => Err(DecodeError::new(offset, DecodeErrorKind::NotCanonical)),
        Err(error) => Err(DecodeError::new(offset, error.kind().clone())),
    }
}

/// Appends the bytes of the range bound that is directly before or after a value (`place`). The format may be unable to
/// encode the value. `ends_with_key` is true if only the end of the key ends the value. Returns whether the bound is before or after the keys that begin with the appended bytes.
pub(crate) fn write_bound<F: Format>(
    of: &Encoding,
    plain: &[u8],
    place: BoundPlace,
    last: bool,
    ends_with_key: bool,
    out: &mut Vec<u8>,
) -> BoundPlace {
    let unencodable = unencodable::<F>(of, plain);
    let (plain, place) = match &unencodable {
        Some(unencodable) => match &unencodable.nearest {
            Some(nearest) => (&**nearest, unencodable.place.unwrap_or(place)),
            None => return BoundPlace::Before,
        },
        None => (plain, place),
    };
    if let Some(bound) = bound::<F>(of, plain, place) {
        if let ((_, true), Null::Tagged(_, some)) = (of.without_option(), F::NULL) {
            out.push(some);
        }
        out.extend_from_slice(bound);
        return place;
    }
    // No error is possible, because `nearest` has replaced a value that the format cannot encode.
    let _ = write::<F, _>(of, plain, last, out);
    if ends_with_key && place == BoundPlace::After {
        // Longer values can begin with the bytes of this value. So the bound is the least byte string after the value.
        out.push(0);
        return BoundPlace::Before;
    }
    place
}

fn bound<F: Format>(of: &Encoding, plain: &[u8], place: BoundPlace) -> Option<&'static [u8]> {
    match of {
        Encoding::NonZero { of } => bound::<F>(of, plain, place),
        Encoding::Optional { of } => bound::<F>(of, plain.strip_prefix(&[SOME])?, place),
        of => F::bound(Kind::of(of)?, plain, place),
    }
}

/// If the format stores a value that is equal to a value that the format cannot encode, appends the stored value. Returns
/// false if there is no such value: then no key contains the value.
pub(crate) fn write_equal<F: Format>(of: &Encoding, plain: &[u8], last: bool, out: &mut Vec<u8>) -> bool {
    match unencodable::<F>(of, plain) {
        Some(Unencodable { nearest: Some(nearest), place: None, .. }) => {
            write_value::<F, _>(of, &nearest, last, out).is_ok()
        }
        _ => false,
    }
}

/// Like [`write_bound`], for the lower (`Before`) or upper (`After`) bound of all values that begin with `beginning`.
/// Returns `None` if there are no such values.
pub(crate) fn write_starts_with_bound<F: Format>(
    of: &Encoding,
    beginning: &[u8],
    place: BoundPlace,
    out: &mut Vec<u8>,
) -> Option<BoundPlace> {
    let kind = Kind::of(of)?;
    let is_too_long = matches!(kind, Kind::Array { width } if width < beginning.len());
    let start = out.len();
    let exist = !is_too_long && F::write_beginning(kind, beginning, place, out);
    if !exist {
        out.truncate(start);
    }
    exist.then_some(place)
}

/// A sink that compares the bytes put into it with stored bytes.
struct Comparison<'de> {
    /// The position is the first byte that was not compared yet, or the first byte that differs.
    stored: Reader<'de>,
    is_equal: bool,
}

impl Sink for Comparison<'_> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        if self.is_equal && !self.stored.skip(bytes) {
            self.is_equal = false;
            // Moves `stored` to the first difference.
            for byte in bytes {
                if !self.stored.skip(&[*byte]) {
                    break;
                }
            }
        }
    }
}
