//! What a key is encoded to: an array where its width is fixed, else a vector.

use crate::error::EncodeError;
use crate::key::RowKey;
use crate::wire::sink::{Buffer, FixedBuffer, InPlace};
use alloc::vec::Vec;

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
        if written.is_err() {
            out.truncate(before);
        }
        written
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
        let written = key.__write(out);
        if written.is_err() {
            out.truncate(before);
        }
        written
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
