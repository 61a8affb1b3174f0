//! Checks keys: they must sort like their values, differ if the values differ, and decode to their values.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[derive(Debug, Default)]
pub struct Faults {
    /// The number of pairs whose values and keys sort differently, with the shortest example: the lesser value, then the
    /// greater value.
    pub misordered: Option<(usize, [String; 2])>,
    /// The shortest example of two values with the same key.
    pub colliding: Option<[String; 2]>,
    /// The number of values that do not decode from their keys, with the shortest example.
    pub lost: Option<(usize, String)>,
    /// The number of values that the encoder rejects, or for which it panics.
    pub rejected: usize,
    pub pairs: usize,
}

/// Compares every pair of values, and decodes every value.
pub fn check<V: Debug + PartialEq, K: Ord>(
    values: &[V],
    encode: impl Fn(&V) -> K,
    decode: impl Fn(&K) -> Option<V>,
    order: impl Fn(&V, &V) -> Ordering,
) -> Faults {
    let mut faults = Faults::default();
    let quiet = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let attempt = |value: &V| catch_unwind(AssertUnwindSafe(|| encode(value))).ok();
    let keys: Vec<(&V, K)> = values.iter().filter_map(|value| Some((value, attempt(value)?))).collect();
    faults.rejected = values.len() - keys.len();
    for (value, key) in &keys {
        let decoded = catch_unwind(AssertUnwindSafe(|| decode(key))).ok().flatten();
        if decoded.as_ref() != Some(value) {
            let example = decoded.map_or_else(
                || format!("{value:?} does not come back"),
                |decoded| format!("{value:?} comes back as {decoded:?}"),
            );
            let (count, kept) = faults.lost.take().unwrap_or_else(|| (0, example.clone()));
            faults.lost = Some((count + 1, if example.len() < kept.len() { example } else { kept }));
        }
    }
    std::panic::set_hook(quiet);
    // Each value is shown once, because the number of pairs with a fault can be large.
    let shown: Vec<String> = keys.iter().map(|(value, _)| format!("{value:?}")).collect();
    let mut shortest: [Option<[&String; 2]>; 2] = [None, None];
    let mut misordered = 0;
    for ((a, key_of_a), shown_a) in keys.iter().zip(&shown) {
        for ((b, key_of_b), shown_b) in keys.iter().zip(&shown) {
            faults.pairs += 1;
            let by_value = order(a, b);
            if key_of_a == key_of_b && a != b {
                keep_shorter(&mut shortest[0], [shown_a, shown_b]);
            } else if key_of_a.cmp(key_of_b) != by_value {
                misordered += 1;
                let pair = if by_value == Ordering::Greater { [shown_b, shown_a] } else { [shown_a, shown_b] };
                keep_shorter(&mut shortest[1], pair);
            }
        }
    }
    let [colliding, wrong] = shortest.map(|pair| pair.map(|pair| pair.map(String::clone)));
    faults.colliding = colliding;
    faults.misordered = wrong.map(|pair| (misordered, pair));
    faults
}

/// Keeps the shorter one of two examples, the first if both have the same length.
fn keep_shorter<'a>(kept: &mut Option<[&'a String; 2]>, pair: [&'a String; 2]) {
    let len = |pair: &[&String; 2]| pair[0].len() + pair[1].len();
    if kept.as_ref().is_none_or(|kept| len(&pair) < len(kept)) {
        *kept = Some(pair);
    }
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
