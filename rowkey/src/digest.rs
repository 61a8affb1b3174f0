//! The digests of `#[salt(..)]` and `#[hash(..)]`. Each digest needs the feature of the same name.
//!
//! To add a digest, add an entry to `algorithms!` here, an entry to `src/digest.rs` of the derive, and the feature. A
//! digest that is a number, such as a CRC-32, is stored big-endian.

use crate::constant::same_bytes;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// A digest whose feature is enabled.
#[diagnostic::on_unimplemented(
    message = "the digest `{Feature}` needs the feature `{Feature}` of rowkey",
    label = "this digest is not compiled in",
    note = "in Cargo.toml write `rowkey = {{ version = \"..\", features = [\"{Feature}\"] }}`"
)]
pub trait CompiledIn<Feature> {
    /// The digest itself. Derived code writes `<Md5 as CompiledIn<md5>>::Itself` instead of `Md5`, so that rustc checks
    /// the bound.
    type Itself;
}

/// A digest algorithm.
pub trait Digest {
    /// The digest's name in attributes.
    const NAME: &'static str;
    /// The bytes of a digest, such as `[u8; 16]`.
    type Output: AsRef<[u8]>;
    /// The state of a digest that is not finished.
    type State;

    /// Returns the digest of these bytes.
    fn of(bytes: &[u8]) -> Self::Output;
    /// Returns the state before the first byte.
    fn start() -> Self::State;
    /// Adds bytes to the digest.
    fn update(state: &mut Self::State, bytes: &[u8]);
    /// Returns the digest after the last byte.
    fn finish(state: Self::State) -> Self::Output;
}

/// A user's hash function, as in `#[hash(with = path, 8)]`. Derived code declares an empty enum for the function, and
/// implements this trait for the enum. `H` is the type of the hash: `u64` in `#[salt(..)]`, and `[u8; N]` in
/// `#[hash(..)]`.
pub trait HashFunction<H> {
    /// Calls the user's function.
    fn __call(bytes: &[u8]) -> H;
}

/// The text that layouts contain instead of the name of a digest, if a user's function computes the hash or the salt.
pub const USER_FUNCTION: &str = "with";

/// The digest of `#[hash(with = path, N)]`: the `N` bytes that the user's function returns. `F` is the enum that
/// implements `HashFunction`.
#[derive(Debug)]
pub struct DigestBy<F, const N: usize>(PhantomData<F>);

#[diagnostic::do_not_recommend]
impl<F: HashFunction<[u8; N]>, const N: usize> Digest for DigestBy<F, N> {
    const NAME: &'static str = USER_FUNCTION;
    type Output = [u8; N];
    /// All bytes so far, because the user's function takes them in one call.
    type State = Vec<u8>;

    fn of(bytes: &[u8]) -> [u8; N] {
        F::__call(bytes)
    }

    fn start() -> Vec<u8> {
        Vec::new()
    }

    fn update(state: &mut Vec<u8>, bytes: &[u8]) {
        state.extend_from_slice(bytes);
    }

    fn finish(state: Vec<u8>) -> [u8; N] {
        F::__call(&state)
    }
}

/// Returns the digest of the concatenation of `parts`.
#[inline]
pub(crate) fn digest<D: Digest>(parts: &[&[u8]]) -> D::Output {
    if let [whole] = parts {
        return D::of(whole);
    }
    let mut state = D::start();
    for part in parts {
        D::update(&mut state, part);
    }
    D::finish(state)
}

macro_rules! algorithms {
    ($($(#[$doc:meta])* $name:ident $feature:literal: $state:ty => $output:ty,
        $of:expr, $start:expr, $update:expr, $finish:expr;)*) => {
        /// The types of the digests. Derived code and compile errors name them.
        pub(crate) mod algorithms {$(
            $(#[$doc])*
            #[derive(Debug)]
            pub struct $name;
        )*}

        #[allow(unused_imports, reason = "no digest is compiled in without a feature")]
        use algorithms::*;

        /// The name of each digest and its width in bytes, including digests whose feature is off.
        const WIDTHS: &[(&str, usize)] = &[$(($feature, size_of::<$output>())),*];

        /// Returns the digest of the concatenation of `parts`, or `None` if `algorithm` is unknown or its feature is
        /// off.
        pub fn by_name(algorithm: &str, parts: &[&[u8]]) -> Option<Vec<u8>> {
            // Unused if no digest is compiled in.
            let _ = parts;
            match algorithm {
                $(#[cfg(feature = $feature)]
                $feature => Some(digest::<$name>(parts).as_ref().to_vec()),)*
                _ => None,
            }
        }

        $(
        #[cfg(feature = $feature)]
        #[diagnostic::do_not_recommend]
        impl<F> CompiledIn<F> for $name {
            type Itself = Self;
        }

        #[cfg(feature = $feature)]
        impl Digest for $name {
            const NAME: &'static str = $feature;
            type Output = $output;
            type State = $state;

            #[inline]
            fn of(bytes: &[u8]) -> $output {
                $of(bytes)
            }

            #[inline]
            fn start() -> $state {
                $start
            }

            #[inline]
            fn update(state: &mut $state, bytes: &[u8]) {
                $update(state, bytes);
            }

            #[inline]
            fn finish(state: $state) -> $output {
                $finish(state)
            }
        }
        )*
    };
}

/// Returns the names of all digests, including digests whose feature is off.
#[cfg(feature = "records")]
pub(crate) fn names() -> impl ExactSizeIterator<Item = &'static str> {
    WIDTHS.iter().map(|(name, _)| *name)
}

/// Returns the number of bytes of a digest, or `None` if `algorithm` is not the name of a digest.
pub(crate) const fn width(algorithm: &str) -> Option<usize> {
    let mut rest = WIDTHS;
    while let [(name, width), after @ ..] = rest {
        if same_bytes(name.as_bytes(), algorithm.as_bytes()) {
            return Some(*width);
        }
        rest = after;
    }
    None
}

algorithms! {
    /// MD5 (RFC 1321), 16 bytes.
    Md5 "md5": md5::Md5 => [u8; 16],
        |bytes| <md5::Md5 as md5::Digest>::digest(bytes).into(),
        md5::Digest::new(), md5::Digest::update, |state| md5::Digest::finalize(state).into();
    /// SHA-256 (FIPS 180-4), 32 bytes.
    Sha256 "sha256": sha2::Sha256 => [u8; 32],
        |bytes| <sha2::Sha256 as sha2::Digest>::digest(bytes).into(),
        sha2::Digest::new(), sha2::Digest::update, |state| sha2::Digest::finalize(state).into();
    /// XXH3 with 64 bits, seed 0.
    Xxh3 "xxh3": xxhash_rust::xxh3::Xxh3Default => [u8; 8],
        |bytes| xxhash_rust::xxh3::xxh3_64(bytes).to_be_bytes(),
        xxhash_rust::xxh3::Xxh3Default::new(), xxhash_rust::xxh3::Xxh3Default::update,
        |state: xxhash_rust::xxh3::Xxh3Default| state.digest().to_be_bytes();
    /// CRC-32 of IEEE 802.3 (`gzip`'s), 4 bytes.
    Crc32 "crc32": crc32fast::Hasher => [u8; 4],
        |bytes| crc32fast::hash(bytes).to_be_bytes(),
        crc32fast::Hasher::new(), crc32fast::Hasher::update,
        |state: crc32fast::Hasher| state.finalize().to_be_bytes();
    /// `MurmurHash3` for x86 with 32 bits, seed 0.
    Murmur3 "murmur3": mur3::Hasher32 => [u8; 4],
        |bytes| mur3::murmurhash3_x86_32(bytes, 0).to_be_bytes(),
        mur3::Hasher32::with_seed(0), core::hash::Hasher::write,
        |state: mur3::Hasher32| state.finish32().to_be_bytes();
}
