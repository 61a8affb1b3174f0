//! Writing and reading a key field by field: what derived code calls.

use crate::codec::position::{Escaped, MidField, Position};
use crate::codec::reader::Reader;
use crate::codec::sink::{Buffer, FixedBuffer, InPlace, Sink};
use crate::codec::{DecodeField, FieldCodec};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::key::RowKey;
use crate::layout::{Layout, VARIABLE};
use crate::salt::Salt;
use alloc::vec::Vec;

/// Where a field's content lies in the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    #[inline]
    pub(crate) fn of(self, bytes: &[u8]) -> &[u8] {
        bytes.get(self.start..self.end).unwrap_or_default()
    }
}

/// An array or a vector that a key is encoded to.
pub trait KeyBytes: Sized {
    /// Where it is written.
    type Buffer: Buffer;

    /// Before the first byte.
    fn buffer(capacity: usize) -> Self::Buffer;

    /// After the last byte.
    fn finish(buffer: Self::Buffer) -> Self;

    /// Appends a key to `out`. One of fixed width goes through an array, so that room is asked for once.
    ///
    /// # Errors
    /// A field has no bytes; `out` is then as it was.
    fn append<K: RowKey<Bytes = Self>>(key: &K, out: &mut Vec<u8>) -> Result<(), EncodeError>;

    /// The bytes, to put a salt into.
    fn bytes_mut(&mut self) -> &mut [u8];
}

impl<const N: usize> KeyBytes for [u8; N] {
    type Buffer = FixedBuffer<N>;

    #[inline]
    fn buffer(_: usize) -> FixedBuffer<N> {
        FixedBuffer::new()
    }

    #[inline]
    fn finish(buffer: FixedBuffer<N>) -> Self {
        buffer.into_bytes()
    }

    #[inline]
    fn append<K: RowKey<Bytes = Self>>(key: &K, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        if const { !K::LAYOUT.has_digits() } {
            out.extend_from_slice(&key.__to_bytes()?);
            return Ok(());
        }
        // Digits are written a few bytes at a time, and a copy of them at once would have to wait for that.
        let before = out.len();
        out.extend_from_slice(&[0; N]);
        let Some(place) = out.last_chunk_mut::<N>() else { return Ok(()) };
        let written = key.__write(&mut InPlace::new(place));
        written.inspect_err(|_| out.truncate(before))
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        self
    }
}

impl KeyBytes for Vec<u8> {
    type Buffer = Self;

    #[inline]
    fn buffer(capacity: usize) -> Self {
        Self::with_capacity(capacity)
    }

    #[inline]
    fn finish(buffer: Self) -> Self {
        buffer
    }

    #[inline]
    fn append<K: RowKey<Bytes = Self>>(key: &K, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        let before = out.len();
        key.__write(out).inspect_err(|_| out.truncate(before))
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        self
    }
}

/// Chooses `[u8; LEN]` for keys of fixed width, `Vec<u8>` for others.
#[derive(Debug)]
pub struct Width<const FIXED: bool, const LEN: usize>;

/// What [`Width`] chose.
pub trait ChooseBytes {
    /// The choice.
    type Bytes;
}

impl<const LEN: usize> ChooseBytes for Width<true, LEN> {
    type Bytes = [u8; LEN];
}

impl<const LEN: usize> ChooseBytes for Width<false, LEN> {
    type Bytes = Vec<u8>;
}

/// Appends a field, with the delimiter if one follows.
#[inline]
pub(crate) fn put_field<C: FieldCodec<T>, T, P: Position, B: Buffer>(
    arg: C::Arg<'_>,
    out: &mut B,
) -> Result<Span, EncodeErrorKind> {
    let start = out.position();
    C::encode::<P, B>(arg, out)?;
    let ended = C::end_width::<P>(arg);
    let end = out.position() - ended;
    if let Some(delimiter) = P::DELIMITER {
        if ended == 0 {
            out.put_array([delimiter]);
        }
    }
    Ok(Span { start, end })
}

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
    put_field::<C, T, P, B>(C::arg(value), out).map_err(|kind| EncodeError::new(field, kind))
}

/// Appends a field of a struct that is a field.
///
/// # Errors
/// The value has no bytes there.
#[inline]
pub fn put_part<C: FieldCodec<T>, T, S: Sink>(value: &T, out: &mut S) -> Result<(), EncodeErrorKind> {
    C::encode::<MidField<Escaped>, S>(C::arg(value), out)
}

/// How many bytes [`put`] appends, or a close guess.
#[inline]
pub fn size<C: FieldCodec<T>, T>(value: &T) -> usize {
    C::size(C::arg(value))
}

/// Appends the namespace and room for the salt; gives the place of the key's start.
#[inline]
pub fn start<B: Buffer, const SALT: usize>(layout: &Layout, out: &mut B) -> usize {
    let start = out.position();
    out.put(layout.namespace());
    out.put_array([0; SALT]);
    start
}

/// The whole key behind its salt.
#[inline]
pub fn whole<B: Buffer>(start: usize, layout: &Layout, out: &B) -> Span {
    Span { start: start + layout.fields_at(), end: out.position() }
}

/// Puts the salt of the fields at `salted` into its place.
#[inline]
pub fn put_salt<S: Salt, B: Buffer, const N: usize>(start: usize, layout: &Layout, salted: [Span; N], out: &mut B) {
    let salt = S::of(&salted.map(|span| span.of(out.written())));
    out.patch(start + layout.namespace().len(), salt.as_ref());
}

/// Puts a salt that was computed from a value into its place.
#[inline]
pub fn patch_salt<B: Buffer>(start: usize, layout: &Layout, salt: &[u8], out: &mut B) {
    out.patch(start + layout.namespace().len(), salt);
}

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
#[inline(always)]
pub(crate) fn take<'de, C, T, P>(reader: &mut Reader<'de>, field: &'static str) -> Result<(T, Span), DecodeError>
where
    C: DecodeField<'de, T, P>,
    P: Position,
{
    let start = reader.offset();
    let value = C::decode(reader).map_err(|error| error.in_field(field))?;
    let ended = C::end_width::<P>(C::arg(&value));
    let end = reader.offset() - ended;
    if let Some(delimiter) = P::DELIMITER {
        if ended == 0 {
            expect(reader, delimiter).map_err(|error| error.in_field(field))?;
        }
    }
    Ok((value, Span { start, end }))
}

#[inline]
fn expect(reader: &mut Reader<'_>, delimiter: u8) -> Result<(), DecodeError> {
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
    compare_salt(found, S::of(&salted.map(|span| span.of(bytes))).as_ref(), layout)
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
