//! Checks each contender before the timing: keys must sort like their values, differ if the values differ, and decode
//! to their values.

use crate::harness::Contender;
use std::cmp::Ordering;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[derive(Debug, Default)]
pub struct Faults {
    /// The number of pairs whose values and bytes sort differently, with an example.
    pub misordered: Option<(usize, String)>,
    /// An example of two values with the same bytes.
    pub colliding: Option<String>,
    /// The number of values that do not decode from their bytes, with an example.
    pub lost: Option<(usize, String)>,
    /// The number of values that the contender rejects, or for which it panics.
    pub rejected: usize,
    pub pairs: usize,
}

/// Compares every pair of values, and decodes every value.
pub fn check<V: Debug + PartialEq + 'static>(
    contender: &Contender<V>,
    values: &[V],
    order: impl Fn(&V, &V) -> Ordering,
) -> Faults {
    let mut faults = Faults::default();
    let quiet = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let attempt = |value: &V| catch_unwind(AssertUnwindSafe(|| (contender.encode)(value))).ok();
    let keys: Vec<(&V, Vec<u8>)> = values.iter().filter_map(|value| Some((value, attempt(value)?))).collect();
    faults.rejected = values.len() - keys.len();
    for (value, key) in &keys {
        let decoded = catch_unwind(AssertUnwindSafe(|| (contender.decode)(key))).ok();
        if decoded.as_ref() != Some(value) {
            let count = faults.lost.take().map_or(0, |(count, _)| count);
            faults.lost = Some((count + 1, format!("{value:?} comes back as {decoded:?}")));
        }
    }
    std::panic::set_hook(quiet);
    for (a, key_of_a) in &keys {
        for (b, key_of_b) in &keys {
            faults.pairs += 1;
            let by_value = order(a, b);
            if key_of_a == key_of_b && a != b {
                faults.colliding.get_or_insert_with(|| format!("{a:?} and {b:?}"));
            } else if key_of_a.cmp(key_of_b) != by_value {
                let (count, example) = faults.misordered.take().unwrap_or_else(|| (0, format!("{a:?} and {b:?}")));
                faults.misordered = Some((count + 1, example));
            }
        }
    }
    faults
}

impl Faults {
    /// Returns a short summary for the table, which is empty if there are no faults.
    pub fn summary(&self) -> String {
        let mut words = Vec::new();
        if let Some((count, _)) = self.misordered {
            words.push(format!("wrong order in {} % of pairs", (count * 100).div_ceil(self.pairs)));
        }
        if self.colliding.is_some() {
            words.push("two values, one key".into());
        }
        if let Some((count, _)) = self.lost {
            words.push(format!("{count} values do not come back"));
        }
        if self.rejected > 0 {
            words.push(format!("rejects {} values", self.rejected));
        }
        words.join("; ")
    }
}
