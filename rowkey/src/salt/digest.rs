//! The digests of `#[salt(..)]` and `#[hash(..)]`, each behind the feature of its name, all big-endian.

use crate::wire::sink::Sink;

/// A digest whose feature is on.
#[diagnostic::on_unimplemented(
    message = "the digest `{Feature}` needs the feature `{Feature}` of rowkey",
    label = "this digest is not compiled in",
    note = "in Cargo.toml write `rowkey = {{ version = \"..\", features = [\"{Feature}\"] }}`"
)]
pub trait CompiledIn<Feature> {
    /// The digest.
    type Itself;
}

/// A digest algorithm.
pub trait Digest {
    /// Its name in attributes.
    const NAME: &'static str;
    /// The digest's bytes.
    type Output: AsRef<[u8]>;
    /// What it keeps between updates.
    type State;

    /// The digest of these bytes.
    fn of(bytes: &[u8]) -> Self::Output;
    /// Before the first byte.
    fn start() -> Self::State;
    /// Takes these bytes.
    fn update(state: &mut Self::State, bytes: &[u8]);
    /// After the last byte.
    fn finish(state: Self::State) -> Self::Output;
}

/// The digest of `parts` one after the other.
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

/// Digests what is put into it.
pub(crate) struct DigestSink<D: Digest>(D::State);

impl<D: Digest> DigestSink<D> {
    pub(crate) fn new() -> Self {
        Self(D::start())
    }

    pub(crate) fn finish(self) -> D::Output {
        D::finish(self.0)
    }
}

impl<D: Digest> Sink for DigestSink<D> {
    fn put(&mut self, bytes: &[u8]) {
        D::update(&mut self.0, bytes);
    }
}

macro_rules! algorithms {
    ($($(#[$doc:meta])* $name:ident $feature:literal: $state:ty => $output:ty,
        $of:expr, $start:expr, $update:expr, $finish:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;

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
    )*};
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
