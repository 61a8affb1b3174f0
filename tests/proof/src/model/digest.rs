//! The digest algorithms of salts and hashed fields in the model, a second implementation of `rowkey/docs/layout.md`
//! (section 9.2) for tests.

use md5::Digest as _;

/// A digest algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digest {
    /// MD5.
    Md5,
    /// SHA-256.
    Sha256,
    /// XXH3, 64 bits, seed 0.
    Xxh3,
    /// CRC-32 as in zip.
    Crc32,
    /// `MurmurHash3`, x86, 32 bits, seed 0.
    Murmur3,
    /// A function that a test defines. It returns this many bytes.
    With(Function, usize),
}

/// A function that a test defines.
#[derive(Clone, Copy, Debug)]
pub struct Function(pub fn(&[u8]) -> Vec<u8>);

impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl Eq for Function {}

impl Digest {
    /// Returns the digest algorithm of a function, which must return `width` bytes.
    pub fn with(function: fn(&[u8]) -> Vec<u8>, width: usize) -> Digest {
        Digest::With(Function(function), width)
    }

    /// Every digest algorithm of the library.
    pub const ALL: [Digest; 5] = [Digest::Md5, Digest::Sha256, Digest::Xxh3, Digest::Crc32, Digest::Murmur3];

    /// Returns the digest of these bytes. A digest that is defined as a number is returned big-endian.
    pub fn of(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Digest::Md5 => md5::Md5::digest(bytes).to_vec(),
            Digest::Sha256 => sha2::Sha256::digest(bytes).to_vec(),
            Digest::Xxh3 => xxhash_rust::xxh3::xxh3_64(bytes).to_be_bytes().to_vec(),
            Digest::Crc32 => crc32(bytes).to_be_bytes().to_vec(),
            Digest::Murmur3 => murmur3(bytes).to_be_bytes().to_vec(),
            Digest::With(Function(function), _) => function(bytes),
        }
    }

    /// Returns the number of bytes of the digest.
    pub fn width(self) -> usize {
        match self {
            Digest::Md5 => 16,
            Digest::Sha256 => 32,
            Digest::Xxh3 => 8,
            Digest::Crc32 | Digest::Murmur3 => 4,
            Digest::With(_, width) => width,
        }
    }
}

/// Computes CRC-32 bit by bit. The polynomial is `04C11DB7` with its bits reversed.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
        }
    }
    !crc
}

/// Computes `MurmurHash3` for x86 with 32 bits and seed 0. The input is read as little-endian words of four bytes.
/// The last word may have fewer bytes.
fn murmur3(bytes: &[u8]) -> u32 {
    let mut hash = 0u32;
    for chunk in bytes.chunks(4) {
        let mut word = chunk.iter().rev().fold(0u32, |word, byte| word << 8 | u32::from(*byte));
        word = word.wrapping_mul(0xCC9E_2D51).rotate_left(15).wrapping_mul(0x1B87_3593);
        hash ^= word;
        if chunk.len() == 4 {
            hash = hash.rotate_left(13).wrapping_mul(5).wrapping_add(0xE654_6B64);
        }
    }
    hash ^= u32::try_from(bytes.len()).expect("a short input");
    hash = (hash ^ hash >> 16).wrapping_mul(0x85EB_CA6B);
    hash = (hash ^ hash >> 13).wrapping_mul(0xC2B2_AE35);
    hash ^ hash >> 16
}

#[cfg(test)]
mod tests {
    use super::Digest;

    /// The authors of some of the algorithms publish these values.
    #[test]
    fn digests_equal_the_published_values() {
        let cases: [(Digest, &str, &str); 9] = [
            (Digest::Md5, "", "d41d8cd98f00b204e9800998ecf8427e"),
            (Digest::Md5, "abc", "900150983cd24fb0d6963f7d28e17f72"),
            (Digest::Sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (Digest::Xxh3, "", "2d06800538d394c2"),
            (Digest::Xxh3, "a", "e6c632b61e964e1f"),
            (Digest::Crc32, "123456789", "cbf43926"),
            (Digest::Murmur3, "", "00000000"),
            (Digest::Murmur3, "hello", "248bfa47"),
            (Digest::Murmur3, "hello, world", "149bbb7f"),
        ];
        for (digest, input, hex) in cases {
            assert_eq!(crate::hex::hex(&digest.of(input.as_bytes())), hex.to_uppercase(), "{digest:?} of {input:?}");
        }
    }

    #[test]
    fn every_digest_has_its_stated_width() {
        for digest in Digest::ALL {
            assert_eq!(digest.of(b"abc").len(), digest.width(), "{digest:?}");
        }
    }
}
