//! The ranges of a question: one, or one for each bucket of a salt.

#![allow(clippy::inline_always, reason = "measured, see `prefix`")]

use crate::codec::Side;
use crate::layout::Layout;
use crate::range::{KeyRange, successor};
use alloc::vec::Vec;
use core::fmt;

/// The two places at which a range is cut out of the table.
#[derive(Debug, Clone)]
pub struct Cuts {
    low: Vec<u8>,
    high: Vec<u8>,
    low_side: Side,
    high_side: Side,
    /// How many leading bytes both have in common.
    shared: usize,
    facts: Facts,
}

/// What a prefix knows about its keys beside their bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facts {
    /// No key matches, whatever the bytes are.
    pub(crate) no_key: bool,
    /// The salt is written in the bytes, or the key has none: one range holds all matching keys.
    pub(crate) salt_is_known: bool,
}

impl Cuts {
    /// `low` and `high` have their first `shared` bytes in common.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(shared: usize, facts: Facts, low: (Vec<u8>, Side), high: (Vec<u8>, Side)) -> Self {
        Self { low: low.0, high: high.0, low_side: low.1, high_side: high.1, shared, facts }
    }

    /// The range between them, of a key whose salt is in its place.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn range(self) -> KeyRange {
        let in_order = self.in_order();
        match (place(self.low, self.low_side), place(self.high, self.high_side)) {
            _ if self.facts.no_key => KeyRange::empty(),
            (Some(start), end) if in_order => KeyRange::in_order(start, end),
            (Some(start), end) => KeyRange::new(start, end),
            (None, _) => KeyRange::empty(),
        }
    }

    /// Whether the range from the lower to the upper cut is seen to hold a key by the last bytes of the cuts. Those were
    /// just written, and not in the words in which a comparison from the first byte would read them, for which it had to
    /// wait.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn in_order(&self) -> bool {
        let [low, high] = [&self.low, &self.high].map(|bytes| bytes.get(self.shared..).unwrap_or_default());
        self.low_side == Side::Before
            && match self.high_side {
                Side::Before => low < high,
                Side::After => low.is_empty(),
            }
    }
}

/// The first key behind the cut; `None` when the cut lies behind all keys.
#[cfg_attr(not(debug_assertions), inline(always))]
fn place(bytes: Vec<u8>, side: Side) -> Option<Vec<u8>> {
    match side {
        Side::Before => Some(bytes),
        Side::After => successor(bytes),
    }
}

/// The ranges that together hold exactly the keys asked for: one for each salt bucket, or one in all where the salt
/// is known; none if no key can match. They are in the order of their buckets and do not overlap.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(RowKey)]
/// #[rowkey(salt(md5, buckets = 3))]
/// struct ReadingKey {
///     taken_at: u64,
///     sensor: u32,
/// }
///
/// let ranges = ReadingKey::prefix().taken_at_in(5..).ranges();
/// assert_eq!(ranges.len(), 3);
/// let starts: Vec<_> = ranges.map(|range| range.into_parts().0).collect();
/// assert_eq!(starts[2], [2, 0, 0, 0, 0, 0, 0, 0, 5]);
/// ```
#[derive(Clone)]
#[must_use = "iterators are lazy: nothing is read until the ranges are opened"]
pub struct Ranges {
    cuts: Cuts,
    layout: &'static Layout,
    /// Of a key whose salt is in its place there is one range.
    salted: bool,
    buckets: core::ops::Range<u64>,
}

impl Ranges {
    pub(crate) fn new(cuts: Cuts, layout: &'static Layout) -> Self {
        let salt = layout.salt().filter(|_| !cuts.facts.salt_is_known);
        // A range that is empty in one bucket is so in all.
        let count = if cuts.clone().range().is_empty() { 0 } else { salt.map_or(1, |salt| salt.layout.bucket_count()) };
        Self { cuts, layout, salted: salt.is_none(), buckets: 0..count }
    }

    pub(crate) fn layout(&self) -> &'static Layout {
        self.layout
    }

    /// The bytes before the fields, namespace and salt, of the keys in one of the ranges.
    pub(crate) fn front_of(&self, bucket: usize) -> Vec<u8> {
        let cuts = self.cuts_of_bucket(bucket as u64);
        cuts.low.get(..self.layout.fields_at()).unwrap_or_default().to_vec()
    }

    fn cuts_of_bucket(&self, bucket: u64) -> Cuts {
        let mut cuts = self.cuts.clone();
        if let (false, Some(salt)) = (self.salted, self.layout.salt()) {
            for bytes in [&mut cuts.low, &mut cuts.high] {
                salt.layout.write_bucket(bucket, bytes, self.layout.namespace().len());
            }
        }
        cuts
    }
}

impl fmt::Debug for Ranges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ranges").field("left", &self.len()).field("next", &self.clone().next()).finish()
    }
}

impl Iterator for Ranges {
    type Item = KeyRange;

    fn next(&mut self) -> Option<KeyRange> {
        let bucket = self.buckets.next()?;
        Some(self.cuts_of_bucket(bucket).range())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.buckets.end - self.buckets.start).unwrap_or(usize::MAX);
        (left, Some(left))
    }
}

impl DoubleEndedIterator for Ranges {
    fn next_back(&mut self) -> Option<KeyRange> {
        let bucket = self.buckets.next_back()?;
        Some(self.cuts_of_bucket(bucket).range())
    }
}

impl ExactSizeIterator for Ranges {}
