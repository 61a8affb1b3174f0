//! The ranges of a question: one, or one for each bucket of a salt.

use crate::codec::Side;
use crate::layout::Layout;
use crate::range::{KeyRange, successor};
use alloc::vec::Vec;
use core::fmt;

/// The two places at which a range is cut out of the table; none if no key can lie between.
#[derive(Debug, Clone)]
pub struct Cuts {
    pub(crate) ends: Option<(Cut, Cut)>,
}

pub(crate) type Cut = (Vec<u8>, Side);

impl Cuts {
    /// The range between them, of a key whose salt is in its place.
    #[inline]
    #[must_use]
    pub fn range(self) -> KeyRange {
        self.ends.map_or_else(KeyRange::empty, |(low, high)| between(low, high))
    }
}

#[inline]
fn between(low: Cut, high: Cut) -> KeyRange {
    match (place(low), place(high)) {
        (Some(start), end) => KeyRange::new(start, end),
        (None, _) => KeyRange::empty(),
    }
}

/// The first key behind the cut; `None` when the cut lies behind all keys.
#[inline]
fn place((bytes, side): Cut) -> Option<Vec<u8>> {
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
    ends: Option<(Cut, Cut)>,
    layout: &'static Layout,
    /// Of a key whose salt is in its place there is one range.
    salted: bool,
    buckets: core::ops::Range<u64>,
}

impl Ranges {
    pub(crate) fn new(cuts: Cuts, layout: &'static Layout, salt_is_known: bool) -> Self {
        let salt = layout.salt().filter(|_| !salt_is_known);
        // A range that is empty in one bucket is so in all.
        let ends = cuts.ends.filter(|(low, high)| !between(low.clone(), high.clone()).is_empty());
        let count = match &ends {
            None => 0,
            Some(_) => salt.map_or(1, |salt| salt.layout.bucket_count()),
        };
        Self { ends, layout, salted: salt.is_none(), buckets: 0..count }
    }

    pub(crate) fn layout(&self) -> &'static Layout {
        self.layout
    }

    /// The next range, and the namespace and salt that its keys begin with.
    pub(crate) fn next_with_front(&mut self) -> Option<(Vec<u8>, KeyRange)> {
        let bucket = self.buckets.next()?;
        let (low, high) = self.cuts_of_bucket(bucket)?;
        let front = low.0.get(..self.layout.fields_at()).unwrap_or_default().to_vec();
        Some((front, between(low, high)))
    }

    fn of_bucket(&self, bucket: u64) -> Option<KeyRange> {
        self.cuts_of_bucket(bucket).map(|(low, high)| between(low, high))
    }

    fn cuts_of_bucket(&self, bucket: u64) -> Option<(Cut, Cut)> {
        let (mut low, mut high) = self.ends.clone()?;
        if let (false, Some(salt)) = (self.salted, self.layout.salt()) {
            for (bytes, _) in [&mut low, &mut high] {
                salt.layout.write_bucket(bucket, bytes, self.layout.namespace().len());
            }
        }
        Some((low, high))
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
        self.of_bucket(bucket)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.buckets.end - self.buckets.start).unwrap_or(usize::MAX);
        (left, Some(left))
    }
}

impl DoubleEndedIterator for Ranges {
    fn next_back(&mut self) -> Option<KeyRange> {
        let bucket = self.buckets.next_back()?;
        self.of_bucket(bucket)
    }
}

impl ExactSizeIterator for Ranges {}
