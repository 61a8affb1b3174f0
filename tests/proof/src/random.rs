//! Reproducible random numbers: the same seed, or the same fuzzer bytes, give the same numbers on every machine.

use std::ops::Range;

/// A random source.
#[derive(Clone, Debug)]
pub struct Random<'b>(Source<'b>);

#[derive(Clone, Debug)]
enum Source<'b> {
    /// The state of the generator.
    SplitMix64(u64),
    /// The remaining bytes. If no bytes remain, each number is 0.
    Bytes(&'b [u8]),
}

impl<'b> Random<'b> {
    /// Makes a random source from a seed.
    pub fn new(seed: u64) -> Random<'static> {
        Random(Source::SplitMix64(seed))
    }

    /// Makes a random source from bytes. [`number`](Random::number) takes 8 of the bytes. A choice, such as
    /// [`one_of`](Random::one_of), takes 1 byte if there are at most 256 possibilities, and 8 bytes if there are more.
    pub fn from_bytes(bytes: &'b [u8]) -> Random<'b> {
        Random(Source::Bytes(bytes))
    }

    /// Makes a random source whose seed depends on a text and, if it is set, on the environment variable `ROWKEY_SEED`.
    pub fn of(text: &str) -> Random<'static> {
        let seed = from_environment("ROWKEY_SEED").unwrap_or(0);
        Random::new(text.bytes().fold(seed, |seed, byte| Random::new(seed ^ u64::from(byte)).number()))
    }

    /// Returns the next number.
    pub fn number(&mut self) -> u64 {
        self.number_of(8)
    }

    /// Returns the next number. A source of bytes takes up to `width` bytes for the number. A source with a seed always
    /// returns a number of 64 bits.
    fn number_of(&mut self, width: usize) -> u64 {
        let state = match &mut self.0 {
            Source::SplitMix64(state) => state,
            Source::Bytes(bytes) => {
                let (taken, rest) = bytes.split_at(width.min(bytes.len()));
                *bytes = rest;
                return taken.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
            }
        };
        *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (*state ^ *state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// Returns a number in this range.
    pub fn within(&mut self, range: Range<usize>) -> usize {
        let count = u64::try_from(range.len()).expect("a 64-bit machine");
        let width = if count <= 1 << 8 { 1 } else { 8 };
        range.start + usize::try_from(self.number_of(width) % count).expect("less than the count")
    }

    /// Returns true once in `times` calls on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.within(0..times) == 0
    }

    /// Returns one of these items.
    pub fn one_of<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.within(0..items.len())]
    }

    /// Shuffles the items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for index in (1..items.len()).rev() {
            items.swap(index, self.within(0..index + 1));
        }
    }
}

/// Returns the number in an environment variable, if it is set.
pub fn from_environment(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is {text:?}, but should be a number")))
}
