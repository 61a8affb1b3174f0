//! Numbers by chance that come again: the same seed gives the same ones, on every machine.

use std::ops::Range;

/// `SplitMix64`.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// From a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// From a text, and from `ROWKEY_SEED` in the environment, if it is there.
    pub fn of(text: &str) -> Random {
        let seed = from_environment("ROWKEY_SEED").unwrap_or(0);
        Random(text.bytes().fold(seed, |seed, byte| Random(seed ^ u64::from(byte)).number()))
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// One of these numbers.
    pub fn within(&mut self, range: Range<usize>) -> usize {
        let count = u64::try_from(range.len()).expect("a 64-bit machine");
        range.start + usize::try_from(self.number() % count).expect("less than the count")
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.within(0..times) == 0
    }

    /// One of these.
    pub fn one_of<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.within(0..items.len())]
    }

    /// Puts them in another order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for place in (1..items.len()).rev() {
            items.swap(place, self.within(0..place + 1));
        }
    }
}

/// The number in a variable of the environment, if it is set.
pub fn from_environment(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is {text:?}, but should be a number")))
}
