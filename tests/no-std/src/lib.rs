//! Keys in a program without a standard library.
//!
//! Such a program defines its own panic handler and allocator. The standard library defines both as well, and a
//! duplicate is a compile error. If this crate compiles to a library that is ready to be linked, then neither rowkey
//! nor its dependencies use the standard library. `.ci/run` compiles the crate in this way, with panics that abort.

#![no_std]

extern crate alloc;

use alloc::string::String;
use alloc::vec::Vec;
use rowkey::{DecodeError, EncodeError, RowKey};

/// A key whose fields cover the main encodings.
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
    /// In the format of another system.
    #[rowkey(codec = rowkey_formats::OrderedCode)]
    pub count: i64,
    /// Reversed.
    #[reverse]
    pub tail: Vec<u8>,
}

macro_rules! hashed {
    ($($key:ident $digest:ident),*) => {$(
        /// A key with a digest of a name.
        #[derive(Debug, RowKey)]
        pub struct $key {
            /// Hashed.
            #[hash($digest, 4)]
            pub name: String,
        }
    )*};
}

hashed!(Md5Key md5, Sha256Key sha256, Xxh3Key xxh3, Crc32Key crc32, Murmur3Key murmur3);

/// Encodes a key.
///
/// # Errors
/// Never fails, because every value can be encoded. `try_encode` returns a `Result` for all keys.
pub fn encode(key: &Key) -> Result<Vec<u8>, EncodeError> {
    key.try_encode()
}

/// Decodes a key.
///
/// # Errors
/// `bytes` are not an encoded key.
pub fn decode(bytes: &[u8]) -> Result<Key, DecodeError> {
    Key::decode(bytes)
}

/// Returns the digests of a name.
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

    // SAFETY: an allocator may always fail.
    unsafe impl GlobalAlloc for NoMemory {
        unsafe fn alloc(&self, _: Layout) -> *mut u8 {
            core::ptr::null_mut()
        }

        unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
    }
}
