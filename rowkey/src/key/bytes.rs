//! What a key is encoded to: an array where its width is fixed, else a vector.

use crate::wire::sink::{Buffer, FixedBuffer, InPlace};
use alloc::vec::Vec;

/// An array or a vector that a key is encoded to.
pub trait KeyBytes: Sized {
    /// Where it is written.
    type Buffer: Buffer;

    /// The buffer that writes to the end of a vector.
    type Place<'a>: Buffer;

    /// Before the first byte.
    fn buffer(capacity: usize) -> Self::Buffer;

    /// After the last byte.
    fn finish(buffer: Self::Buffer) -> Self;

    /// Appends a key that `write` writes to the end of `out`. A key of fixed width is written into place, so that the
    /// capacity of `out` is checked once.
    ///
    /// # Errors
    /// The error of `write`. The bytes after the former end of `out` are then unspecified.
    fn append<E>(out: &mut Vec<u8>, write: impl FnOnce(&mut Self::Place<'_>) -> Result<(), E>) -> Result<(), E>;

    /// The bytes, to put a salt into.
    fn bytes_mut(&mut self) -> &mut [u8];
}

impl<const N: usize> KeyBytes for [u8; N] {
    type Buffer = FixedBuffer<N>;
    type Place<'a> = InPlace<'a, N>;

    #[inline]
    fn buffer(_: usize) -> FixedBuffer<N> {
        FixedBuffer::new()
    }

    #[inline]
    fn finish(buffer: FixedBuffer<N>) -> Self {
        buffer.into_bytes()
    }

    #[inline]
    fn append<E>(out: &mut Vec<u8>, write: impl FnOnce(&mut InPlace<'_, N>) -> Result<(), E>) -> Result<(), E> {
        out.extend_from_slice(&[0; N]);
        match out.last_chunk_mut::<N>() {
            Some(place) => write(&mut InPlace::new(place)),
            None => Ok(()),
        }
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        self
    }
}

impl KeyBytes for Vec<u8> {
    type Buffer = Self;
    type Place<'a> = Self;

    #[inline]
    fn buffer(capacity: usize) -> Self {
        Self::with_capacity(capacity)
    }

    #[inline]
    fn finish(buffer: Self) -> Self {
        buffer
    }

    #[inline]
    fn append<E>(out: &mut Self, write: impl FnOnce(&mut Self) -> Result<(), E>) -> Result<(), E> {
        write(out)
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
