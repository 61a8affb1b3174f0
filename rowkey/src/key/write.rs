//! The functions that derived code calls to write a key: its namespace, fields and salt.

use crate::codec::delimited::put_field;
use crate::codec::position::{Escaped, MidField, Position};
use crate::codec::{FieldCodec, Total};
use crate::error::{EncodeError, EncodeErrorKind};
use crate::key::RowKey;
use crate::salt::Salt;
use crate::wire::sink::{Buffer, Sink};
use crate::wire::span::Span;

/// The result of writing a key.
pub type Written = Result<(), EncodeError>;

/// Appends a field of a key. Returns the position of the field's content.
///
/// # Errors
/// The value cannot be encoded.
#[inline]
pub fn put<C: FieldCodec<T>, T, P: Position, B: Buffer>(
    value: &T,
    out: &mut B,
    field: &'static str,
) -> Result<Span, EncodeError> {
    match put_field::<C, T, P, B>(C::arg(value), out) {
        Ok(span) => Ok(span),
        Err(kind) => Err(EncodeError::new(field, kind)),
    }
}

/// Appends a field whose codec encodes every value. Returns the position of the field's content.
#[inline]
pub fn put_total<C: Total<T, P>, T, P: Position, B: Buffer>(value: &T, out: &mut B) -> Span {
    match put_field::<C, T, P, B>(C::arg(value), out) {
        Ok(span) => span,
        Err(kind) => not_total(&kind),
    }
}

#[cold]
#[allow(
    clippy::panic,
    reason = "a codec that is `Total` encodes every value, so this is a bug in this crate, not in data"
)]
fn not_total(kind: &EncodeErrorKind) -> ! {
    panic!("a bug in rowkey: a codec that encodes every value rejected a value: {kind:?}")
}

/// Panics with an error of `try_encode`, which a [`TotalKey`](super::TotalKey) must not return.
#[cold]
#[allow(clippy::panic, reason = "a `TotalKey` encodes every value, unless a codec's promise or this crate is wrong")]
pub(super) fn panic_with(error: &EncodeError) -> ! {
    panic!(
        "a key that can encode every value rejected a value, because a codec returned a byte that its output type `Without` excludes, or because of a bug in rowkey: {error}"
    )
}

/// Appends a field of a nested struct.
///
/// # Errors
/// The value cannot be encoded.
#[inline]
pub fn put_nested<C: FieldCodec<T>, T, S: Sink>(value: &T, out: &mut S) -> Result<(), EncodeErrorKind> {
    C::encode::<MidField<Escaped>, S>(C::arg(value), out).map(|_| ())
}

/// Returns a size hint: the number of bytes that [`put`] appends, or close to it.
#[inline]
pub fn size<C: FieldCodec<T>, T>(value: &T) -> usize {
    C::size(C::arg(value))
}

/// Appends the namespace, and zeros in place of the salt. Returns the position in `out` at which the key starts.
#[inline]
pub fn start_key<K: RowKey, B: Buffer, const SALT: usize>(out: &mut B) -> usize {
    let start = out.position();
    out.put(K::LAYOUT.namespace());
    out.put_array([0; SALT]);
    start
}

/// Returns the position of the fields, from the first to the last, of a key that starts at `start` in `out`.
#[inline]
pub fn written_span<K: RowKey, B: Buffer>(start: usize, out: &B) -> Span {
    Span { start: start + const { K::LAYOUT.fields_offset() }, end: out.position() }
}

/// Computes the salt from the fields at `salted`, and overwrites the zeros of [`start_key`] with the salt.
#[inline]
pub fn put_salt<K: RowKey, S: Salt, B: Buffer, const N: usize>(start: usize, salted: [Span; N], out: &mut B) {
    let salt = S::of(&Span::slices(salted, out.contents()));
    out.patch(start + K::LAYOUT.namespace().len(), salt.as_ref());
}

/// Overwrites the zeros of [`start_key`] with a salt that was computed from a field's value.
#[inline]
pub fn patch_salt<K: RowKey, B: Buffer>(start: usize, salt: &[u8], out: &mut B) {
    out.patch(start + K::LAYOUT.namespace().len(), salt);
}

/// Returns a size hint for the bytes of a key that are not part of a field.
#[inline]
pub fn size_without_fields<K: RowKey>() -> usize {
    const { K::LAYOUT.__rowkey_size_without_fields() }
}
