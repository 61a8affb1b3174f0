//! Converts values between the key format of another system, such as FoundationDB, and plain bytes.
//!
//! The plain bytes of a value are its encoding as the last field of a key without a format: integers are big-endian,
//! text is unchanged. Typed codecs and `explain` share these functions.

use super::nearest::{Unencodable, unencodable};
use super::{foundation_db, memcomparable, ordered_bytes, ordered_code, phoenix, tidb};
use crate::codec::BoundPlace;
use crate::codec::delimited::read_constant;
use crate::error::{DecodeError, DecodeErrorKind, EncodeErrorKind};
use crate::layout::{Encoding, FieldLayout, KeyFormat};
use crate::wire::reader::Reader;
use crate::wire::sink::{Buffer, Sink};
use crate::wire::tag::{self, NONE, SOME};
use alloc::vec::Vec;

/// Appends a value in a format. `plain` contains the plain bytes of the value, and `of` describes these bytes. `last`
/// is true if the key ends after the value.
///
/// # Errors
/// The format cannot encode the value.
#[inline]
pub fn write<S: Sink>(
    format: KeyFormat,
    of: &Encoding,
    plain: &[u8],
    last: bool,
    out: &mut S,
) -> Result<(), EncodeErrorKind> {
    if let Some(unencodable) = unencodable(format, of, plain) {
        return Err(EncodeErrorKind::Codec(unencodable.why.into()));
    }
    write_value(format, of, plain, last, out)
}

/// Like [`write`], for a value that the format can encode.
fn write_value<S: Sink>(
    format: KeyFormat,
    of: &Encoding,
    plain: &[u8],
    last: bool,
    out: &mut S,
) -> Result<(), EncodeErrorKind> {
    match (of, format) {
        (Encoding::NonZero { of }, _) => return write_value(format, of, plain, last, out),
        (Encoding::Optional { of }, _) => {
            let [SOME, value @ ..] = plain else {
                out.put(null(format, last));
                return Ok(());
            };
            if format == KeyFormat::Memcomparable {
                out.put_array([SOME]);
            }
            return write_value(format, of, value, last, out);
        }
        (Encoding::Struct { fields }, KeyFormat::FoundationDb) => return write_nested(fields, plain, out),
        (Encoding::Struct { .. }, _) => out.put(plain),
        (_, KeyFormat::FoundationDb) => foundation_db::write(of, plain, out),
        (_, KeyFormat::Memcomparable) => memcomparable::write(of, plain, out),
        (_, KeyFormat::OrderedCode) => ordered_code::write(of, plain, out),
        (_, KeyFormat::OrderedBytes) => ordered_bytes::write(of, plain, out),
        (_, KeyFormat::Phoenix) => phoenix::write(of, plain, last, out),
        (_, KeyFormat::Tidb) => tidb::write(of, plain, out),
    }
    Ok(())
}

fn null(format: KeyFormat, last: bool) -> &'static [u8] {
    match format {
        KeyFormat::FoundationDb => &[foundation_db::NULL],
        KeyFormat::Memcomparable => &[NONE],
        KeyFormat::OrderedBytes => &[ordered_bytes::NULL],
        KeyFormat::Phoenix => phoenix::terminator(last),
        KeyFormat::Tidb => &[tidb::NULL],
        // The ordered code has no null.
        KeyFormat::OrderedCode => &[],
    }
}

/// Reads a value in a format, and appends its plain bytes to `plain`.
///
/// # Errors
/// The bytes are not the encoding of a value.
pub fn read<B: Buffer>(
    format: KeyFormat,
    of: &Encoding,
    last: bool,
    reader: &mut Reader<'_>,
    plain: &mut B,
) -> Result<(), DecodeError> {
    let mut comparison = Comparison { stored: reader.clone(), is_equal: true };
    let start = plain.position();
    read_value(format, of, last, reader, plain)?;
    // Encodes the value again, which must give the same bytes. With this check, `read_value` can accept bytes that are
    // not canonical.
    let value = plain.contents().get(start..plain.position()).unwrap_or_default();
    let written = write(format, of, value, last, &mut comparison);
    match written {
        Ok(()) if comparison.is_equal && comparison.stored.offset() == reader.offset() => Ok(()),
        Err(EncodeErrorKind::Codec(why)) => Err(comparison.stored.error(DecodeErrorKind::Codec(why))),
        _ => Err(comparison.stored.error(DecodeErrorKind::NotCanonical)),
    }
}

/// Like [`read`], but does not check that [`write`] would write the same bytes again.
fn read_value<B: Buffer>(
    format: KeyFormat,
    of: &Encoding,
    last: bool,
    reader: &mut Reader<'_>,
    plain: &mut B,
) -> Result<(), DecodeError> {
    match (of, format) {
        (Encoding::NonZero { of }, _) => read_value(format, of, last, reader, plain),
        (Encoding::Optional { of }, _) => {
            let is_some = match format {
                KeyFormat::Memcomparable => tag::read_option(reader)?,
                KeyFormat::Phoenix if last => reader.remaining() > 0,
                _ => !reader.skip(null(format, last)),
            };
            plain.put_array([if is_some { SOME } else { NONE }]);
            if is_some { read_value(format, of, last, reader, plain) } else { Ok(()) }
        }
        (Encoding::Struct { fields }, KeyFormat::FoundationDb) => read_nested(fields, reader, plain),
        (Encoding::Struct { fields }, _) => {
            fields.iter().try_for_each(|field| copy_field_and_constants(field, reader, plain))
        }
        (_, KeyFormat::FoundationDb) => foundation_db::read(of, reader, plain),
        (_, KeyFormat::Memcomparable) => memcomparable::read(of, reader, plain),
        (_, KeyFormat::OrderedCode) => ordered_code::read(of, reader, plain),
        (_, KeyFormat::OrderedBytes) => ordered_bytes::read(of, reader, plain),
        (_, KeyFormat::Phoenix) => phoenix::read(of, last, reader, plain),
        (_, KeyFormat::Tidb) => tidb::read(of, reader, plain),
    }
}

/// Reads a field of a struct and the constants around the field, and appends their bytes unchanged.
fn copy_field_and_constants<S: Sink>(
    field: &FieldLayout,
    reader: &mut Reader<'_>,
    out: &mut S,
) -> Result<(), DecodeError> {
    copy_constant(field.before(), reader, out)?;
    copy_field(field, reader, out)?;
    copy_constant(field.bytes_after(), reader, out)
}

fn copy_field<S: Sink>(field: &FieldLayout, reader: &mut Reader<'_>, out: &mut S) -> Result<(), DecodeError> {
    fn skip(encoding: &Encoding, reader: &mut Reader<'_>) -> Result<(), DecodeError> {
        match encoding {
            Encoding::Descending { of } => reader.complemented(|reader| skip(of, reader)),
            Encoding::Format { format, of } => read(*format, of, false, reader, &mut Vec::new()),
            // Not reached: the fields of a struct in a format are in the same format.
            _ => Ok(()),
        }
    }
    let mut start = reader.clone();
    skip(field.encoding(), reader)?;
    out.put(&start.bytes(reader.offset() - start.offset())?);
    Ok(())
}

fn copy_constant<S: Sink>(constant: &[u8], reader: &mut Reader<'_>, out: &mut S) -> Result<(), DecodeError> {
    read_constant(reader, constant)?;
    out.put(constant);
    Ok(())
}

/// The bytes of a null in a nested tuple.
const ESCAPED_NULL: [u8; 2] = [foundation_db::NULL, foundation_db::ESCAPE];

/// Appends a struct as a nested tuple of FoundationDB, in which each null is escaped.
fn write_nested<S: Sink>(fields: &[FieldLayout], plain: &[u8], out: &mut S) -> Result<(), EncodeErrorKind> {
    let mut reader = Reader::new(plain);
    out.put_array([foundation_db::NESTED]);
    for field in fields {
        write_element(field, &mut reader, out).map_err(|error| EncodeErrorKind::Codec(alloc::format!("{error}")))?;
    }
    out.put_array([foundation_db::END]);
    Ok(())
}

fn write_element<S: Sink>(field: &FieldLayout, reader: &mut Reader<'_>, out: &mut S) -> Result<(), DecodeError> {
    copy_constant(field.before(), reader, out)?;
    if is_optional(field) && reader.skip(&[foundation_db::NULL]) {
        out.put_array(ESCAPED_NULL);
    } else {
        copy_field(field, reader, out)?;
    }
    copy_constant(field.bytes_after(), reader, out)
}

fn read_nested<S: Sink>(fields: &[FieldLayout], reader: &mut Reader<'_>, plain: &mut S) -> Result<(), DecodeError> {
    foundation_db::expect(reader, foundation_db::NESTED)?;
    for field in fields {
        copy_constant(field.before(), reader, plain)?;
        if is_optional(field) && reader.skip(&ESCAPED_NULL) {
            plain.put_array([foundation_db::NULL]);
        } else {
            copy_field(field, reader, plain)?;
        }
        copy_constant(field.bytes_after(), reader, plain)?;
    }
    foundation_db::expect(reader, foundation_db::END)
}

fn is_optional(field: &FieldLayout) -> bool {
    matches!(field.encoding(), Encoding::Format { of, .. } if matches!(of.get(), Encoding::Optional { .. }))
}

/// Checks that decoding a value has read all of its plain bytes.
///
/// # Errors
/// The reader has bytes left.
pub fn check_all_read(plain: &Reader<'_>) -> Result<(), DecodeError> {
    if plain.remaining() == 0 { Ok(()) } else { Err(plain.error(DecodeErrorKind::NotCanonical)) }
}

/// Replaces the offset of an error, which is a position in the plain bytes, with the offset of the field in the key.
#[cold]
pub fn with_offset(offset: usize, error: &DecodeError) -> DecodeError {
    DecodeError::new(offset, error.kind().clone())
}

/// Appends the bytes of the range bound that is directly before or after a value (`place`). The format may be unable to
/// encode the value. Returns whether the bound is before or after the keys that begin with the appended bytes.
pub(crate) fn write_bound(
    format: KeyFormat,
    of: &Encoding,
    plain: &[u8],
    place: BoundPlace,
    last: bool,
    out: &mut Vec<u8>,
) -> BoundPlace {
    let unencodable = unencodable(format, of, plain);
    let (plain, place) = match &unencodable {
        Some(unencodable) => match &unencodable.nearest {
            Some(nearest) => (&**nearest, unencodable.place.unwrap_or(place)),
            None => return BoundPlace::Before,
        },
        None => (plain, place),
    };
    if let Some(bound) = foundation_db::bound(of, plain, place).filter(|_| format == KeyFormat::FoundationDb) {
        out.extend_from_slice(bound);
        return place;
    }
    // No error is possible, because `nearest` has replaced a value that the format cannot encode.
    let _ = write(format, of, plain, last, out);
    if last && place == BoundPlace::After && format.ends_with_key(of) {
        // Longer values can begin with the bytes of this value. So the bound is the least byte string after the value.
        out.push(0);
        return BoundPlace::Before;
    }
    place
}

/// If the format stores a value that is equal to a value that the format cannot encode, appends the stored value. Returns
/// false if there is no such value: then no key contains the value.
pub(crate) fn write_equal(format: KeyFormat, of: &Encoding, plain: &[u8], last: bool, out: &mut Vec<u8>) -> bool {
    match unencodable(format, of, plain) {
        Some(Unencodable { nearest: Some(nearest), place: None, .. }) => {
            write_value(format, of, &nearest, last, out).is_ok()
        }
        _ => false,
    }
}

/// Like [`write_bound`], for the lower (`Before`) or upper (`After`) bound of all values that begin with `beginning`.
/// Returns `None` if there are no such values.
pub(crate) fn write_starts_with_bound(
    format: KeyFormat,
    of: &Encoding,
    beginning: &[u8],
    place: BoundPlace,
    out: &mut Vec<u8>,
) -> Option<BoundPlace> {
    let is_array = matches!(of, Encoding::Array { .. });
    if matches!(of, Encoding::Array { width } if *width < beginning.len()) {
        return None;
    }
    let is_zero_terminated =
        matches!(of, Encoding::Text) && matches!(format, KeyFormat::OrderedBytes | KeyFormat::Phoenix);
    if is_zero_terminated && beginning.contains(&0) {
        return None;
    }
    match format {
        KeyFormat::FoundationDb => foundation_db::write_starts_with_bound(of, beginning, out),
        KeyFormat::Memcomparable if !is_array => {
            memcomparable::write_starts_with_bound(beginning, place == BoundPlace::Before, out);
        }
        KeyFormat::OrderedCode => ordered_code::write_escaped(beginning, out),
        KeyFormat::Tidb => tidb::write_starts_with_bound(beginning, place == BoundPlace::Before, out),
        KeyFormat::OrderedBytes => {
            out.push(ordered_bytes::TEXT);
            out.extend_from_slice(beginning);
        }
        KeyFormat::Memcomparable | KeyFormat::Phoenix => out.extend_from_slice(beginning),
    }
    Some(place)
}

/// A sink that compares the bytes put into it with stored bytes.
struct Comparison<'de> {
    /// The position is the first byte that was not compared yet, or the first byte that differs.
    stored: Reader<'de>,
    is_equal: bool,
}

impl Sink for Comparison<'_> {
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
