//! `SipHash-2-4` with a key of zeros over 64-bit words, as a constant function.
//!
//! `SipHash` is designed for short inputs and has no known collisions that are easy to construct. A byte string is
//! hashed as its length and then its bytes, eight in each word.

#[derive(Clone, Copy)]
pub(crate) struct SipHash {
    state: [u64; 4],
    words: u64,
}

impl SipHash {
    pub(crate) const fn new() -> Self {
        Self {
            state: [0x736F_6D65_7073_6575, 0x646F_7261_6E64_6F6D, 0x6C79_6765_6E65_7261, 0x7465_6462_7974_6573],
            words: 0,
        }
    }

    pub(crate) const fn word(self, word: u64) -> Self {
        let [a, b, c, d] = self.state;
        let [a, b, c, d] = round(round([a, b, c, d ^ word]));
        Self { state: [a ^ word, b, c, d], words: self.words.wrapping_add(1) }
    }

    pub(crate) const fn bytes(self, bytes: &[u8]) -> Self {
        let mut hash = self.word(bytes.len() as u64);
        let mut rest = bytes;
        while let [a, b, c, d, e, f, g, h, after @ ..] = rest {
            hash = hash.word(u64::from_be_bytes([*a, *b, *c, *d, *e, *f, *g, *h]));
            rest = after;
        }
        if rest.is_empty() {
            return hash;
        }
        let mut last = 0;
        while let [byte, after @ ..] = rest {
            last = last << 8 | *byte as u64;
            rest = after;
        }
        hash.word(last)
    }

    pub(crate) const fn finish(self) -> u64 {
        // As in the specification, the highest byte of the last word is the number of bytes modulo 256.
        let [a, b, c, d] = self.word(self.words.wrapping_mul(8) << 56).state;
        let [a, b, c, d] = round(round(round(round([a, b, c ^ 0xFF, d]))));
        a ^ b ^ c ^ d
    }
}

// The compiler computes this function for each record of a program. There, a call takes longer than an operation, and
// `wrapping_add` and `rotate_left` are calls: with them, a hash takes three times as long.
#[allow(clippy::cast_possible_truncation, clippy::manual_rotate, reason = "the functions that clippy names are calls")]
const fn round([mut a, mut b, mut c, mut d]: [u64; 4]) -> [u64; 4] {
    a = (a as u128 + b as u128) as u64;
    c = (c as u128 + d as u128) as u64;
    b = (b << 13 | b >> 51) ^ a;
    d = (d << 16 | d >> 48) ^ c;
    a = a << 32 | a >> 32;
    c = (c as u128 + b as u128) as u64;
    a = (a as u128 + d as u128) as u64;
    b = (b << 17 | b >> 47) ^ c;
    d = (d << 21 | d >> 43) ^ a;
    c = c << 32 | c >> 32;
    [a, b, c, d]
}
