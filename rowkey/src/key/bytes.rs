//! The types that hold an encoded key: an array for keys of fixed width, otherwise a vector.

use crate::wire::sink::{Buffer, FixedBuffer};
use alloc::vec::Vec;

/// An array or a vector that holds an encoded key.
pub trait KeyBytes: Sized {
    /// The buffer that a key is written to.
    type Buffer: Buffer;

    /// The buffer that writes a key to the end of a vector.
    type AppendBuffer<'a>: Buffer;

    /// Creates an empty buffer.
    fn buffer(capacity: usize) -> Self::Buffer;

    /// Returns the bytes of a buffer, once the whole key is written.
    fn finish(buffer: Self::Buffer) -> Self;

    /// Appends the key that `write` writes. The capacity of `out` is checked once for a key of fixed width.
    ///
    /// # Errors
    /// The error of `write`. After an error, the bytes that were appended to `out` are unspecified.
    fn append<E>(out: &mut Vec<u8>, write: impl FnOnce(&mut Self::AppendBuffer<'_>) -> Result<(), E>) -> Result<(), E>;

    /// Returns the bytes, so that a salt can be written into them.
    fn bytes_mut(&mut self) -> &mut [u8];
}

impl<const N: usize> KeyBytes for [u8; N] {
    type Buffer = FixedBuffer<Self>;
    type AppendBuffer<'a> = FixedBuffer<&'a mut Self>;

    #[inline]
    fn buffer(_: usize) -> FixedBuffer<Self> {
        FixedBuffer::over([0; N])
    }

    #[inline]
    fn finish(buffer: FixedBuffer<Self>) -> Self {
        buffer.into_bytes()
    }

    #[inline]
    fn append<E>(out: &mut Vec<u8>, write: impl FnOnce(&mut FixedBuffer<&mut Self>) -> Result<(), E>) -> Result<(), E> {
        out.extend_from_slice(&[0; N]);
        match out.last_chunk_mut::<N>() {
            Some(key) => write(&mut FixedBuffer::over(key)),
            // Never happens: `out` has at least N bytes.
            None => Ok(()),
        }
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        self
    }
}

impl KeyBytes for Vec<u8> {
    type Buffer = Self;
    type AppendBuffer<'a> = Self;

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

/// The width of a key as a type. If `FIXED` is true, all keys have `LEN` bytes and are encoded as `[u8; LEN]`. If
/// `FIXED` is false, keys are encoded as `Vec<u8>`.
#[derive(Debug)]
pub struct Width<const FIXED: bool, const LEN: usize>;

/// Chooses an array or a vector for a [`Width`].
///
/// rustc cannot compute the width of a key if the impl of a codec lacks an item. It then reports this bound, too.
#[diagnostic::on_unimplemented(
    message = "the width of this key is unknown, because of another error",
    label = "correct the other error first",
    note = "the impl of a `Codec` that a field uses is incomplete"
)]
pub trait ChooseBytes {
    /// The array or vector.
    type Bytes;
}

#[diagnostic::do_not_recommend]
impl<const LEN: usize> ChooseBytes for Width<true, LEN> {
    type Bytes = [u8; LEN];
}

#[diagnostic::do_not_recommend]
impl<const LEN: usize> ChooseBytes for Width<false, LEN> {
    type Bytes = Vec<u8>;
}
