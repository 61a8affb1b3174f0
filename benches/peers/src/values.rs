//! Random values for the timing, and values that are easy to sort wrongly for the checks.

pub const SAMPLES: usize = 1024;

/// A random source that returns the same numbers in every run.
pub struct Random(u64);

impl Random {
    pub fn new() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }

    pub fn number(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn text(&mut self, len: usize) -> String {
        (0..len).map(|_| char::from(b'a' + (self.number() % 26) as u8)).collect()
    }

    pub fn samples<V>(mut self, value: impl Fn(&mut Self) -> V) -> Vec<V> {
        (0..SAMPLES).map(|_| value(&mut self)).collect()
    }
}

pub const U32: [u32; 7] = [0, 1, 255, 256, 65_535, 65_536, u32::MAX];
pub const U64: [u64; 5] = [0, 1, 255, 256, u64::MAX];
pub const I64: [i64; 9] = [i64::MIN, -256, -255, -1, 0, 1, 255, 256, i64::MAX];

/// Returns strings that are easy to sort wrongly: prefixes of other strings, and strings with the bytes that encodings
/// use as escapes and terminators.
pub fn texts() -> Vec<String> {
    let letters = ["", "\0", "\u{1}", "a", "b", "ÿ", "\u{10FFFF}"];
    let mut texts: Vec<String> = letters.iter().flat_map(|a| letters.map(|b| format!("{a}{b}"))).collect();
    texts.extend([7, 8, 9, 17, 300].map(|len| "k".repeat(len)));
    texts.sort();
    texts.dedup();
    texts
}
