//! The list of digests that attributes can name, as in `#[salt(md5, 2)]`. Each digest has a row in `DIGESTS`, and a
//! type in the crate `rowkey` that computes the digest.

use proc_macro2::Ident;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Digest {
    Md5,
    Sha256,
    Xxh3,
    Crc32,
    Murmur3,
}

struct DigestSpec {
    digest: Digest,
    /// The name in attributes. The feature of `rowkey` for the digest has the same name.
    name: &'static str,
    /// The name of the type in `rowkey`.
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

    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        DIGESTS.iter().map(|spec| spec.name)
    }

    fn spec(self) -> Option<&'static DigestSpec> {
        DIGESTS.iter().find(|spec| spec.digest == self)
    }

    pub(crate) fn name(self) -> &'static str {
        self.spec().map_or("", |spec| spec.name)
    }

    pub(crate) fn type_name(self) -> &'static str {
        self.spec().map_or("", |spec| spec.type_name)
    }

    pub(crate) fn bytes(self) -> usize {
        self.spec().map_or(0, |spec| spec.bytes)
    }
}
