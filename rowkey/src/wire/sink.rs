//! [`Sink`]: what encoders append bytes to, such as a vector, an array, a digest, or an adapter that complements every
//! byte.

use crate::wire::text::contains_byte;
use alloc::vec::Vec;

/// A destination that encoders append bytes to.
pub trait Sink {
    /// Appends bytes.
    fn put(&mut self, bytes: &[u8]);

    /// Appends an array, whose length the compiler knows.
    #[inline]
    fn put_array<const N: usize>(&mut self, bytes: [u8; N]) {
        self.put(&bytes);
    }

    /// Appends the complement of bytes.
    #[inline]
    fn put_complemented(&mut self, bytes: &[u8]) {
        const AT_ONCE: usize = 64;
        for chunk in bytes.chunks(AT_ONCE) {
            let mut complemented = [0; AT_ONCE];
            for (to, from) in complemented.iter_mut().zip(chunk) {
                *to = !from;
            }
            if let Some(complemented) = complemented.get(..chunk.len()) {
                self.put(complemented);
            }
        }
    }

    /// Appends the same byte `count` times.
    #[inline]
    fn put_repeated(&mut self, byte: u8, count: usize) {
        const AT_ONCE: usize = 64;
        let mut remaining = count;
        while let Some(bytes) = [byte; AT_ONCE].get(..remaining.min(AT_ONCE)).filter(|bytes| !bytes.is_empty()) {
            self.put(bytes);
            remaining -= bytes.len();
        }
    }

    /// Appends bytes with each 00 written as 00 FF.
    #[inline]
    fn put_escaped(&mut self, bytes: &[u8]) {
        if contains_byte(bytes, 0) {
            put_each_escaped(bytes, self);
        } else {
            self.put(bytes);
        }
    }
}

#[inline(never)]
fn put_each_escaped<S: Sink + ?Sized>(bytes: &[u8], out: &mut S) {
    let mut rest = bytes;
    while let Some((upto_zero, after)) = memchr::memchr(0, rest).and_then(|zero| rest.split_at_checked(zero + 1)) {
        out.put(upto_zero);
        out.put(&[0xFF]);
        rest = after;
    }
    out.put(rest);
}

/// A sink whose bytes can be read and overwritten.
pub trait Buffer: Sink {
    /// Returns the bytes that were appended so far. A `FixedBuffer` returns its whole array with the zeros after these
    /// bytes, so that the compiler knows the length.
    fn contents(&self) -> &[u8];

    /// Overwrites the bytes from `offset` on.
    fn patch(&mut self, offset: usize, bytes: &[u8]);

    /// Returns the number of bytes that were appended so far.
    fn position(&self) -> usize;
}

impl Sink for Vec<u8> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    #[inline]
    fn put_complemented(&mut self, bytes: &[u8]) {
        self.extend(bytes.iter().map(|byte| !byte));
    }
}

impl Buffer for Vec<u8> {
    #[inline]
    fn contents(&self) -> &[u8] {
        self
    }

    #[inline]
    fn patch(&mut self, offset: usize, bytes: &[u8]) {
        overwrite(self, offset, bytes);
    }

    #[inline]
    fn position(&self) -> usize {
        self.len()
    }
}

/// A buffer of a fixed capacity, such as for a fixed-width key. `A` is an array, or a reference to an array of the
/// caller.
#[derive(Debug, Clone)]
pub struct FixedBuffer<A> {
    bytes: A,
    len: usize,
}

impl<A> FixedBuffer<A> {
    /// Wraps an array, which must contain zeros only.
    #[inline]
    pub fn over(bytes: A) -> Self {
        Self { bytes, len: 0 }
    }

    /// Skips `len` bytes, which stay zeros until [`patch`](Buffer::patch) overwrites them.
    #[inline]
    pub fn skip(&mut self, len: usize) {
        self.len += len;
    }
}

impl<const N: usize> FixedBuffer<[u8; N]> {
    /// Returns the bytes that were appended so far.
    #[inline]
    pub fn written(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or(&self.bytes)
    }

    #[inline]
    pub fn into_bytes(self) -> [u8; N] {
        debug_assert_eq!(self.len, N, "the layout and the codecs disagree about a width");
        self.bytes
    }
}

impl<A: AsMut<[u8]>> Sink for FixedBuffer<A> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        overwrite(self.bytes.as_mut(), self.len, bytes);
        self.len += bytes.len();
    }
}

impl<A: AsRef<[u8]> + AsMut<[u8]>> Buffer for FixedBuffer<A> {
    #[inline]
    fn contents(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    #[inline]
    fn patch(&mut self, offset: usize, bytes: &[u8]) {
        overwrite(self.bytes.as_mut(), offset, bytes);
    }

    #[inline]
    fn position(&self) -> usize {
        self.len
    }
}

#[inline]
fn overwrite(buffer: &mut [u8], offset: usize, bytes: &[u8]) {
    let target = buffer.get_mut(offset..).and_then(|rest| rest.get_mut(..bytes.len()));
    debug_assert!(target.is_some(), "{} bytes at {offset} are outside the key", bytes.len());
    if let Some(target) = target {
        target.copy_from_slice(bytes);
    }
}

/// Appends the complement of every byte to another sink.
#[derive(Debug)]
pub(crate) struct Complement<'s, S>(pub(crate) &'s mut S);

impl<S: Sink> Sink for Complement<'_, S> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.0.put_complemented(bytes);
    }

    #[inline]
    fn put_array<const N: usize>(&mut self, bytes: [u8; N]) {
        self.0.put_array(bytes.map(|byte| !byte));
    }
}
