//! The targets of encoded bytes: an array, a vector, a digest, or the complement of one of these.

use alloc::vec::Vec;

/// A target of encoded bytes.
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
        let mut left = count;
        while let Some(bytes) = [byte; AT_ONCE].get(..left.min(AT_ONCE)).filter(|bytes| !bytes.is_empty()) {
            self.put(bytes);
            left -= bytes.len();
        }
    }

    /// Appends bytes with each 00 written as 00 FF.
    fn put_with_zeros(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some((upto_zero, after)) = memchr::memchr(0, rest).and_then(|zero| rest.split_at_checked(zero + 1)) {
            self.put(upto_zero);
            self.put(&[0xFF]);
            rest = after;
        }
        self.put(rest);
    }
}

/// A sink that keeps the bytes.
pub trait Buffer: Sink {
    /// Returns the bytes that were appended so far.
    fn written(&self) -> &[u8];

    /// Overwrites the bytes at `at`.
    fn patch(&mut self, at: usize, bytes: &[u8]);

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
    fn written(&self) -> &[u8] {
        self
    }

    #[inline]
    fn patch(&mut self, at: usize, bytes: &[u8]) {
        overwrite(self, at, bytes);
    }

    #[inline]
    fn position(&self) -> usize {
        self.len()
    }
}

/// The bytes of a fixed-width key, filled from the front.
#[derive(Debug, Clone)]
pub struct FixedBuffer<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

impl<const N: usize> FixedBuffer<N> {
    #[inline]
    pub(crate) fn new() -> Self {
        Self { bytes: [0; N], len: 0 }
    }

    /// Skips `len` bytes, which are zeros until they are patched.
    #[inline]
    pub(crate) fn skip(&mut self, len: usize) {
        self.len += len;
    }

    #[inline]
    pub(crate) fn into_bytes(self) -> [u8; N] {
        debug_assert_eq!(self.len, N, "the layout and the codecs disagree about a width");
        self.bytes
    }
}

impl<const N: usize> Sink for FixedBuffer<N> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        overwrite(&mut self.bytes, self.len, bytes);
        self.len += bytes.len();
    }
}

impl<const N: usize> Buffer for FixedBuffer<N> {
    #[inline]
    fn written(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or(&self.bytes)
    }

    #[inline]
    fn patch(&mut self, at: usize, bytes: &[u8]) {
        overwrite(&mut self.bytes, at, bytes);
    }

    #[inline]
    fn position(&self) -> usize {
        self.len
    }
}

/// Like [`FixedBuffer`], over an array of the caller.
#[derive(Debug)]
pub struct InPlace<'a, const N: usize> {
    bytes: &'a mut [u8; N],
    len: usize,
}

impl<'a, const N: usize> InPlace<'a, N> {
    #[inline]
    pub(crate) fn new(bytes: &'a mut [u8; N]) -> Self {
        Self { bytes, len: 0 }
    }
}

impl<const N: usize> Sink for InPlace<'_, N> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        overwrite(self.bytes, self.len, bytes);
        self.len += bytes.len();
    }
}

impl<const N: usize> Buffer for InPlace<'_, N> {
    #[inline]
    fn written(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or(self.bytes)
    }

    #[inline]
    fn patch(&mut self, at: usize, bytes: &[u8]) {
        overwrite(self.bytes, at, bytes);
    }

    #[inline]
    fn position(&self) -> usize {
        self.len
    }
}

#[inline]
fn overwrite(buffer: &mut [u8], at: usize, bytes: &[u8]) {
    let place = buffer.get_mut(at..).and_then(|rest| rest.get_mut(..bytes.len()));
    debug_assert!(place.is_some(), "{} bytes at {at} are outside the key", bytes.len());
    if let Some(place) = place {
        place.copy_from_slice(bytes);
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
