//! A sample of a region's keys. The median key is computed from the sample.

use fastrand::Rng;

/// The maximum number of keys in a sample. Its median differs from the median of the region by 1 or 2 percent of the
/// rows. In a region of up to 4,096 rows, all keys are kept and the median is exact.
pub(super) const MAX_KEYS: usize = 4_096;

/// A sample of the keys of a region. Every key is kept with the same probability.
///
/// This remains true after a split, because both halves continue with the same probability. A reservoir of fixed size
/// would prefer old rows after a split.
#[derive(Debug)]
pub(super) struct Sample<B> {
    keys: Vec<B>,
    /// One key in 2^`halvings` is kept.
    halvings: u32,
}

impl<B> Default for Sample<B> {
    fn default() -> Self {
        Self { keys: Vec::new(), halvings: 0 }
    }
}

impl<B: Ord + Clone> Sample<B> {
    pub(super) fn offer(&mut self, key: B, random: &mut Rng) {
        let kept = self.halvings == 0 || random.u64(..).trailing_zeros() >= self.halvings;
        if kept {
            self.keys.push(key);
        }
        if self.keys.len() > MAX_KEYS {
            self.halvings += 1;
            self.keys.retain(|_| random.bool());
        }
    }

    /// Removes the median and all greater keys from this sample, and returns the median and a sample of the removed
    /// keys. Returns `None` if all keys are equal.
    pub(super) fn split(&mut self) -> Option<(B, Self)> {
        self.keys.sort_unstable();
        let first = self.keys.first()?;
        let median = self.keys.get(self.keys.len() / 2).filter(|key| *key > first);
        let median = median.or_else(|| self.keys.iter().find(|key| *key > first))?.clone();
        let at = self.keys.partition_point(|key| *key < median);
        let upper = self.keys.split_off(at);
        Some((median, Self { keys: upper, halvings: self.halvings }))
    }

    /// Estimates how many of `rows`, the rows of two regions together, are in the region of this sample.
    pub(super) fn share_of(&self, rows: u64, other: &Self) -> u64 {
        let here = self.keys.len() as u128;
        let all = here + other.keys.len() as u128;
        u64::try_from(u128::from(rows) * here / all.max(1)).unwrap_or(rows)
    }
}
