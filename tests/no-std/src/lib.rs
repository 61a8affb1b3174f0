//! Keys in a program without a standard library.
//!
//! Such a program has to say itself what a panic does and where memory comes from. The standard library says so too, and the
//! compiler refuses to hear it twice: so where this compiles to a library that is ready to be linked, nothing in it, rowkey
//! and its dependencies included, brings the standard library along. `.ci/run` compiles it so, with panics that abort.

#![no_std]

extern crate alloc;

use alloc::string::String;
use alloc::vec::Vec;
use rowkey::{DecodeError, EncodeError, RowKey};

/// A key with a field of every way to be encoded that has code of its own.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(namespace = "n/", salt(md5, 2, of(customer, host)))]
pub struct Key {
    /// Padded.
    #[pad(10)]
    pub customer: u32,
    /// Escaped.
    pub host: String,
    /// Complemented.
    #[descending]
    pub measured: f64,
    /// Turned round.
    #[reverse]
    pub tail: Vec<u8>,
}

macro_rules! hashed {
    ($($key:ident $digest:ident),*) => {$(
        /// A key with a digest.
        #[derive(Debug, RowKey)]
        pub struct $key {
            /// Hashed.
            #[hash($digest, 4)]
            pub name: String,
        }
    )*};
}

hashed!(Md5Key md5, Sha256Key sha256, Xxh3Key xxh3, Crc32Key crc32, Murmur3Key murmur3);

/// The key's bytes.
///
/// # Errors
/// None: every value has bytes, which `try_encode` does not know.
pub fn encode(key: &Key) -> Result<Vec<u8>, EncodeError> {
    key.try_encode()
}

/// The key of these bytes.
///
/// # Errors
/// There is none.
pub fn decode(bytes: &[u8]) -> Result<Key, DecodeError> {
    Key::decode(bytes)
}

/// What digests make of a name.
pub fn digests(name: &str) -> [[u8; 4]; 5] {
    [
        Md5Key { name: name.into() }.encode(),
        Sha256Key { name: name.into() }.encode(),
        Xxh3Key { name: name.into() }.encode(),
        Crc32Key { name: name.into() }.encode(),
        Murmur3Key { name: name.into() }.encode(),
    ]
}

#[cfg(panic = "abort")]
mod without_std {
    use core::alloc::{GlobalAlloc, Layout};

    #[panic_handler]
    fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
        loop {}
    }

    struct NoMemory;

    #[global_allocator]
    static NO_MEMORY: NoMemory = NoMemory;

    // SAFETY: no memory is a legal answer.
    unsafe impl GlobalAlloc for NoMemory {
        unsafe fn alloc(&self, _: Layout) -> *mut u8 {
            core::ptr::null_mut()
        }

        unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
    }
}
