//! The functions that derived code calls to read a key: its namespace, salt, constants and end. The codecs read the
//! fields.

use crate::codec::delimited::wrong_constant;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::key::{DecodeKey, RowKey};
use crate::layout::{Layout, PartName, VARIABLE};
use crate::salt::Salt;
use crate::wire::reader::Reader;
use crate::wire::span::Span;
use alloc::vec::Vec;

/// Returns a reader of a key. Checks the length of a key of fixed width, so that the compiler removes the checks of every
/// later read.
///
/// # Errors
/// The key has a fixed width, and `bytes` has a different length.
#[inline]
pub(crate) fn open<K: RowKey>(bytes: &[u8]) -> Result<Reader<'_>, DecodeError> {
    let len = const { K::LAYOUT.__rowkey_len_or_variable() };
    if len == VARIABLE || bytes.len() == len {
        Ok(Reader::new(bytes))
    } else {
        Err(wrong_length(bytes, K::LAYOUT, len))
    }
}

/// Returns all bytes of a key. The caller has not read any of them yet.
#[inline]
pub fn whole_key<'de>(reader: &Reader<'de>) -> &'de [u8] {
    reader.unread()
}

/// Reads the namespace.
///
/// # Errors
/// The bytes do not begin with the namespace.
#[inline]
pub fn skip_namespace<K: RowKey>(reader: &mut Reader<'_>) -> Result<(), DecodeError> {
    let expected = K::LAYOUT.namespace();
    if reader.raw(expected.len()).ok() == Some(expected) { Ok(()) } else { Err(wrong_namespace(expected)) }
}

/// Reads constant bytes before or after a field.
///
/// # Errors
/// The next bytes are different.
#[inline]
pub fn skip_constant(reader: &mut Reader<'_>, expected: &'static [u8]) -> Result<(), DecodeError> {
    let offset = reader.offset();
    if reader.raw(expected.len()).ok() == Some(expected) { Ok(()) } else { Err(wrong_constant(offset, expected)) }
}

#[cold]
#[inline(never)]
fn wrong_namespace(expected: &'static [u8]) -> DecodeError {
    DecodeError::new(0, DecodeErrorKind::Namespace { expected })
}

/// Returns the error for bytes whose length is not `len`, the length of all keys of the type. If the bytes do not begin
/// with the namespace, the error names the namespace, because the bytes are usually a key of another type.
#[cold]
#[inline(never)]
fn wrong_length(bytes: &[u8], layout: &'static Layout, len: usize) -> DecodeError {
    let found = bytes.len();
    if !bytes.starts_with(layout.namespace()) {
        return wrong_namespace(layout.namespace());
    }
    if found > len {
        return DecodeError::new(len, DecodeErrorKind::Trailing { count: found - len });
    }
    match layout.part_at(found) {
        Some((name, offset, expected)) => {
            let error = DecodeError::new(offset, DecodeErrorKind::Truncated { expected, found: found - offset });
            match name {
                PartName::Field(name) => error.in_field(name),
                PartName::Salt => error.in_salt(),
                PartName::Constant => error,
            }
        }
        None => DecodeError::new(0, DecodeErrorKind::Truncated { expected: len, found }),
    }
}

/// Reads the salt.
///
/// # Errors
/// The key ends before the end of the salt.
#[inline]
pub fn skip_salt<const SALT: usize>(reader: &mut Reader<'_>) -> Result<[u8; SALT], DecodeError> {
    reader.array().map_err(DecodeError::in_salt)
}

/// Checks that no bytes are left.
///
/// # Errors
/// Bytes are left.
#[inline]
pub fn close(reader: &Reader<'_>) -> Result<(), DecodeError> {
    match reader.remaining() {
        0 => Ok(()),
        count => Err(trailing(reader.offset(), count)),
    }
}

#[cold]
#[inline(never)]
fn trailing(offset: usize, count: usize) -> DecodeError {
    DecodeError::new(offset, DecodeErrorKind::Trailing { count })
}

/// Returns the position of the fields, from the first to the last, of a key that was read to its end.
#[inline]
pub fn read_span<K: RowKey>(reader: &Reader<'_>) -> Span {
    Span { start: const { K::LAYOUT.fields_offset() }, end: reader.offset() }
}

/// The last salt that a scan has checked, and the bytes of the fields that it was computed from. Neighboring rows often have the
/// same fields, and so need no second digest.
#[derive(Debug, Clone, Default)]
pub struct CheckedSalt {
    /// The salt, and then the bytes of the fields. Empty before the first check.
    bytes: Vec<u8>,
}

impl CheckedSalt {
    #[inline]
    fn is(&self, salt: &[u8], parts: &[&[u8]]) -> bool {
        let Some(mut rest) = self.bytes.strip_prefix(salt) else { return false };
        for part in parts {
            match rest.strip_prefix(*part) {
                Some(after) => rest = after,
                None => return false,
            }
        }
        rest.is_empty()
    }

    #[inline(never)]
    fn set(&mut self, salt: &[u8], parts: &[&[u8]]) {
        self.bytes.clear();
        self.bytes.extend_from_slice(salt);
        for part in parts {
            self.bytes.extend_from_slice(part);
        }
    }
}

/// Decodes a key of a scan. `checked` is the salt that the scan has checked last.
#[inline]
pub(crate) fn decode_next<'a, K: DecodeKey<'a>>(bytes: &'a [u8], checked: &mut CheckedSalt) -> Result<K, DecodeError> {
    K::__rowkey_read(open::<K>(bytes)?, Some(checked))
}

/// Checks that `found`, the salt in the key, is computed from the fields at `salted`.
///
/// # Errors
/// The salt is different.
#[inline]
pub fn check_salt<K: RowKey, S: Salt, const N: usize>(
    bytes: &[u8],
    found: &[u8],
    salted: [Span; N],
    checked: Option<&mut CheckedSalt>,
) -> Result<(), DecodeError> {
    let parts = Span::slices(salted, bytes);
    let Some(checked) = checked else { return compare_salt::<K>(found, S::of(&parts).as_ref()) };
    if !checked.is(found, &parts) {
        compare_salt::<K>(found, S::of(&parts).as_ref())?;
        checked.set(found, &parts);
    }
    Ok(())
}

/// Checks that the random salt in the key is the number of a bucket: 0, 1 or 2 for `salt(random, buckets = 3)`.
///
/// # Errors
/// The salt is not the number of a bucket.
#[inline]
pub fn check_bucket<K: RowKey>(found: &[u8]) -> Result<(), DecodeError> {
    match K::LAYOUT.salt() {
        Some(salt) if salt.layout.bucket_of(found).is_none() => {
            let kind = DecodeErrorKind::NoBucket { found: found.into(), is_text: salt.layout.is_text() };
            Err(DecodeError::new(K::LAYOUT.namespace().len(), kind).in_salt())
        }
        _ => Ok(()),
    }
}

/// Checks that `found`, the salt in the key, is `expected`.
///
/// # Errors
/// The salt is different.
#[inline]
pub fn compare_salt<K: RowKey>(found: &[u8], expected: &[u8]) -> Result<(), DecodeError> {
    if found == expected { Ok(()) } else { Err(wrong_salt(found, expected, K::LAYOUT)) }
}

#[cold]
fn wrong_salt(found: &[u8], expected: &[u8], layout: &Layout) -> DecodeError {
    let is_text = layout.salt().is_some_and(|salt| salt.layout.is_text());
    let kind = DecodeErrorKind::Salt { expected: expected.into(), found: found.into(), is_text };
    DecodeError::new(layout.namespace().len(), kind).in_salt()
}
