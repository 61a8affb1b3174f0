//! Writing a key field by field: what derived code calls.

use crate::codec::delimited::put_field;
use crate::codec::position::{Escaped, MidField, Position};
use crate::codec::{FieldCodec, Total};
use crate::error::{EncodeError, EncodeErrorKind};
use crate::key::RowKey;
use crate::salt::Salt;
use crate::wire::sink::{Buffer, Sink};
use crate::wire::span::Span;

/// Appends a field of a key.
///
/// # Errors
/// The value has no bytes there.
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

/// Appends a field whose codec encodes every value.
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
    reason = "a total codec encodes every value: to get here is a mistake in this crate, not in data"
)]
fn not_total(kind: &EncodeErrorKind) -> ! {
    panic!("a field that can always be encoded was refused, which is a mistake in rowkey: {kind:?}")
}

/// Appends a field of a struct that is a field.
///
/// # Errors
/// The value has no bytes there.
#[inline]
pub fn put_part<C: FieldCodec<T>, T, S: Sink>(value: &T, out: &mut S) -> Result<(), EncodeErrorKind> {
    C::encode::<MidField<Escaped>, S>(C::arg(value), out).map(|_| ())
}

/// How many bytes [`put`] appends, or a close guess.
#[inline]
pub fn size<C: FieldCodec<T>, T>(value: &T) -> usize {
    C::size(C::arg(value))
}

/// Appends the namespace, and zeros where the salt will be. Returns the offset of the key's first byte.
#[inline]
pub fn start<K: RowKey, B: Buffer, const SALT: usize>(out: &mut B) -> usize {
    let start = out.position();
    out.put(K::LAYOUT.namespace());
    out.put_array([0; SALT]);
    start
}

/// The span of all fields of a key that was written from `start`.
#[inline]
pub fn whole<K: RowKey, B: Buffer>(start: usize, out: &B) -> Span {
    Span { start: start + const { K::LAYOUT.fields_at() }, end: out.position() }
}

/// Writes the salt that follows from the fields at `salted`.
#[inline]
pub fn put_salt<K: RowKey, S: Salt, B: Buffer, const N: usize>(start: usize, salted: [Span; N], out: &mut B) {
    let salt = S::of(&Span::all_of(salted, out.written()));
    out.patch(start + K::LAYOUT.namespace().len(), salt.as_ref());
}

/// Writes a salt that was computed from a value.
#[inline]
pub fn patch_salt<K: RowKey, B: Buffer>(start: usize, salt: &[u8], out: &mut B) {
    out.patch(start + K::LAYOUT.namespace().len(), salt);
}

/// The capacity that a key needs beside its fields, or a close guess.
#[inline]
pub fn overhead<K: RowKey>() -> usize {
    const { K::LAYOUT.__overhead() }
}
