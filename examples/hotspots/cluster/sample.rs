//! The keys of a region as far as finding their median takes them.

use fastrand::Rng;

/// So many keys are kept of a region at most. A median of 4,096 keys chosen by chance is the median of the region within
/// one or two hundredths of its rows, and of a smaller region all keys are kept, which makes it exact.
pub(super) const MOST_KEYS: usize = 4_096;

/// Keys of a region, each of which was kept with the same chance whatever its place and time.
///
/// That stays true when the region is cut, as each half keeps the chance it had. (A reservoir of fixed size would favour
/// old rows after a cut.)
#[derive(Debug)]
pub(super) struct Sample<B> {
    keys: Vec<B>,
    /// One key in 2 to the power of this is kept.
    halvings: u32,
}

impl<B> Default for Sample<B> {
    fn default() -> Self {
        Self { keys: Vec::new(), halvings: 0 }
    }
}

impl<B: Ord + Clone> Sample<B> {
    pub(super) fn offer(&mut self, key: B, chance: &mut Rng) {
        let kept = self.halvings == 0 || chance.u64(..).trailing_zeros() >= self.halvings;
        if kept {
            self.keys.push(key);
        }
        if self.keys.len() > MOST_KEYS {
            self.halvings += 1;
            self.keys.retain(|_| chance.bool());
        }
    }

    /// The median, and the keys from it on, which are taken out; `None` when all keys are the same.
    pub(super) fn split(&mut self) -> Option<(B, Self)> {
        self.keys.sort_unstable();
        let first = self.keys.first()?;
        let median = self.keys.get(self.keys.len() / 2).filter(|key| *key > first);
        let median = median.or_else(|| self.keys.iter().find(|key| *key > first))?.clone();
        let at = self.keys.partition_point(|key| *key < median);
        let behind = self.keys.split_off(at);
        Some((median, Self { keys: behind, halvings: self.halvings }))
    }

    /// How many of `rows` are here, if the others are those of `other`.
    pub(super) fn of(&self, rows: u64, other: &Self) -> u64 {
        let here = self.keys.len() as u128;
        let all = here + other.keys.len() as u128;
        u64::try_from(u128::from(rows) * here / all.max(1)).unwrap_or(rows)
    }
}
