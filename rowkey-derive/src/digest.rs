//! The registry of digests. A new digest needs a row here, and a type in the runtime.

use proc_macro2::Ident;

/// A digest of the runtime.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Digest {
    Md5,
    Sha256,
    Xxh3,
    Crc32,
    Murmur3,
}

/// A row of the registry.
struct DigestSpec {
    digest: Digest,
    /// The name in attributes. The feature of `rowkey` for the digest has the same name.
    name: &'static str,
    /// The name of the type in the runtime.
    type_name: &'static str,
    bytes: usize,
}

const DIGESTS: [DigestSpec; 5] = [
    DigestSpec { digest: Digest::Md5, name: "md5", type_name: "Md5", bytes: 16 },
    DigestSpec { digest: Digest::Sha256, name: "sha256", type_name: "Sha256", bytes: 32 },
    DigestSpec { digest: Digest::Xxh3, name: "xxh3", type_name: "Xxh3", bytes: 8 },
    DigestSpec { digest: Digest::Crc32, name: "crc32", type_name: "Crc32", bytes: 4 },
    DigestSpec { digest: Digest::Murmur3, name: "murmur3", type_name: "Murmur3", bytes: 4 },
];

impl Digest {
    pub(crate) fn named(name: &Ident) -> Option<Self> {
        DIGESTS.iter().find(|spec| name == spec.name).map(|spec| spec.digest)
    }

    /// Returns the names of all digests.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        DIGESTS.iter().map(|spec| spec.name)
    }

    fn spec(self) -> Option<&'static DigestSpec> {
        DIGESTS.iter().find(|spec| spec.digest == self)
    }

    /// Returns the name in attributes.
    pub(crate) fn name(self) -> &'static str {
        self.spec().map_or("", |spec| spec.name)
    }

    /// Returns the name of the type in the runtime.
    pub(crate) fn type_name(self) -> &'static str {
        self.spec().map_or("", |spec| spec.type_name)
    }

    /// Returns the number of bytes of the digest.
    pub(crate) fn bytes(self) -> usize {
        self.spec().map_or(0, |spec| spec.bytes)
    }
}
