//! Takes about a hundred sample keys from all over a table of any size, with at most about a thousand reads.

use std::collections::{BTreeSet, VecDeque};

use anyhow::Result;

/// If a table has fewer keys than this, all its keys are returned.
const SMALL_TABLE: usize = 1_000;
/// Reading ends with this many samples. More would not help, because `guess` compares only some of them.
const TARGET: usize = 128;
/// The number of neighboring keys that are read at one place in the table.
const RUN: usize = 64;
/// The maximum number of places at which the table is read. Each place takes two reads.
const MAX_PLACES: usize = 512;

/// A table whose keys can be read in order.
pub(crate) trait SortedKeys {
    /// Returns the first keys that are not less than `start`, up to `limit` keys.
    fn keys_from(&mut self, start: &[u8], limit: usize) -> Result<Vec<Vec<u8>>>;

    /// Returns the last key before `end`, or the last key of the table if `end` is empty.
    fn last_before(&mut self, end: &[u8]) -> Result<Option<Vec<u8>>>;
}

/// Returns keys from all over the table.
///
/// Reads keys in the middle between the first and the last key, then in the middle of each half, and so on.
pub(crate) fn sample(table: &mut impl SortedKeys) -> Result<Vec<Vec<u8>>> {
    let beginning = table.keys_from(&[], SMALL_TABLE)?;
    let (Some(first), true, Some(last)) = (beginning.first(), beginning.len() == SMALL_TABLE, table.last_before(&[])?)
    else {
        return Ok(beginning);
    };
    let mut samples: BTreeSet<Vec<u8>> = [first.clone(), last.clone()].into();
    // A gap is a pair of keys. The keys between them have not been read yet.
    let mut gaps = VecDeque::from([(first.clone(), last)]);
    for place in 0..MAX_PLACES {
        let Some((start, end)) = gaps.pop_front().filter(|_| samples.len() < TARGET) else { break };
        let middle = middle(&start, &end);
        let mut run = table.keys_from(&middle, RUN)?;
        run.retain(|key| *key < end);
        if let Some(last) = run.last() {
            gaps.push_back((last.clone(), end));
            // Varies the position in the run: `middle` is often just before a group of keys with the same beginning,
            // and the first keys of such groups resemble each other.
            samples.extend(run.get(place * 31 % run.len()).cloned());
        }
        if let Some(last) = table.last_before(&middle)?.filter(|last| *last > start) {
            samples.insert(last.clone());
            gaps.push_back((start, last));
        }
    }
    Ok(samples.into_iter().collect())
}

/// Returns the middle between two keys, as if keys were fractions in base 256: `18 00` for `10` and `20`.
fn middle(start: &[u8], end: &[u8]) -> Vec<u8> {
    let width = start.len().max(end.len()) + 1;
    let digit = |key: &[u8], at: usize| u16::from(key.get(at).copied().unwrap_or(0));
    // Adds the keys, from the last digit to the first one. Then halves the sum.
    let mut carry = 0;
    let mut sum: Vec<u16> = Vec::with_capacity(width);
    for at in (0..width).rev() {
        let digits = digit(start, at) + digit(end, at) + carry;
        sum.push(digits & 0xFF);
        carry = digits >> 8;
    }
    let halves = sum.into_iter().rev().map(|digit| {
        let half = carry << 7 | digit >> 1;
        carry = digit & 1;
        u8::try_from(half).unwrap_or(u8::MAX)
    });
    halves.collect()
}
