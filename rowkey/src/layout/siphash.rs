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

const fn round([mut a, mut b, mut c, mut d]: [u64; 4]) -> [u64; 4] {
    a = a.wrapping_add(b);
    c = c.wrapping_add(d);
    b = b.rotate_left(13) ^ a;
    d = d.rotate_left(16) ^ c;
    a = a.rotate_left(32);
    c = c.wrapping_add(b);
    a = a.wrapping_add(d);
    b = b.rotate_left(17) ^ c;
    d = d.rotate_left(21) ^ a;
    c = c.rotate_left(32);
    [a, b, c, d]
}
