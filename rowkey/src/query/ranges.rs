//! The ranges of a query: a single range, or one range per bucket of a salt.

#![allow(clippy::inline_always, reason = "measured, see `query::prefix_bytes`")]

use crate::codec::BoundPlace;
use crate::layout::{Encoding, Layout};
use crate::range::{KeyRange, PrefixEnd, successor};
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Bound, RangeBounds};

/// The lower and upper bound of the keys that a query matches.
///
/// The place `Before` means directly before the bytes of a bound. `After` means after everything that begins with these
/// bytes.
#[derive(Debug, Clone)]
pub struct Bounds {
    lower: Vec<u8>,
    upper: Vec<u8>,
    lower_place: BoundPlace,
    upper_place: BoundPlace,
    /// The number of leading bytes that are equal in both bounds because they are the bytes of the prefix.
    shared: usize,
    properties: PrefixProperties,
}

impl PrefixEnd {
    /// Returns the end of a prefix whose last field has the encoding `last`, without a constant or delimiter after it.
    pub(crate) const fn after(last: &Encoding) -> Self {
        Self::before_ff_if(last.is_continued_by_ff())
    }

    /// Finishes a bound whose bytes were appended to the `shared` bytes of a prefix. Returns the place of the bound
    /// relative to all bytes. If nothing was appended, the bound `After` is the end of the prefix.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn finish_bound(self, shared: usize, bytes: &mut Vec<u8>, place: BoundPlace) -> BoundPlace {
        match self.byte() {
            Some(byte) if place == BoundPlace::After && bytes.len() == shared => {
                bytes.push(byte);
                BoundPlace::Before
            }
            _ => place,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct PrefixProperties {
    /// True if no key matches, whatever the bytes are.
    pub(crate) matches_nothing: bool,
    /// True if the bytes contain the salt, or if the key has no salt. In both cases, all matching keys are in a single
    /// range.
    pub(crate) salt_is_known: bool,
    /// The lengths of the matching keys.
    pub(crate) len: KeyLen,
    /// Which keys that begin with the bytes of the prefix match.
    pub(crate) end: PrefixEnd,
}

/// The lengths of the keys that match a query. Keys of other lengths in the ranges of the query do not match.
///
/// The ranges contain such keys only if a field is unterminated: a range of the keys whose field is "a" also contains keys whose
/// field is "ab". All fields after the unterminated one have fixed widths, so the length of a key tells whether its field is "a".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyLen {
    Any,
    Exactly(usize),
    AtLeast(usize),
}

impl KeyLen {
    #[inline]
    pub(crate) fn fits(self, len: usize) -> bool {
        match self {
            Self::Any => true,
            Self::Exactly(exactly) => len == exactly,
            Self::AtLeast(least) => len >= least,
        }
    }
}

impl Bounds {
    /// The first `shared` bytes of `lower` and `upper` are the bytes of the prefix.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(
        shared: usize,
        properties: PrefixProperties,
        (mut lower, lower_place): (Vec<u8>, BoundPlace),
        (mut upper, upper_place): (Vec<u8>, BoundPlace),
    ) -> Self {
        let lower_place = properties.end.finish_bound(shared, &mut lower, lower_place);
        let upper_place = properties.end.finish_bound(shared, &mut upper, upper_place);
        Self { lower, upper, lower_place, upper_place, shared, properties }
    }

    /// Requires that a matching key is at least `count` bytes longer than the lower bound.
    #[inline]
    pub(crate) fn followed_by_at_least(mut self, count: usize) -> Self {
        self.properties.len = KeyLen::AtLeast(self.lower.len().saturating_add(count));
        self
    }

    /// Returns the range between the bounds. If the key has a salt, the bounds must contain the bytes of the salt.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn range(self) -> KeyRange {
        let is_in_order = self.is_known_in_order();
        match (first_key(self.lower, self.lower_place), first_key(self.upper, self.upper_place)) {
            _ if self.properties.matches_nothing => KeyRange::empty(),
            (Some(start), end) if is_in_order => KeyRange::in_order(start, end),
            (Some(start), end) => KeyRange::new(start, end),
            (None, _) => KeyRange::empty(),
        }
    }

    /// Returns whether no key is between the bounds. The salt does not matter: a range that is empty in one bucket is empty in
    /// all buckets.
    fn is_empty(&self) -> bool {
        self.properties.matches_nothing || (!self.is_known_in_order() && self.clone().range().is_empty())
    }

    /// Returns whether the lower bound is known to be less than the upper bound. `false` means unknown.
    ///
    /// Compares only the bytes after the first `shared` bytes, for speed: the bytes of a prefix were just written one
    /// field at a time, and a comparison of whole bounds would stall until these writes are complete.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_known_in_order(&self) -> bool {
        let [lower, upper] = [&self.lower, &self.upper].map(|bytes| bytes.get(self.shared..).unwrap_or_default());
        self.lower_place == BoundPlace::Before
            && match self.upper_place {
                BoundPlace::Before => lower < upper,
                // If `lower` is empty, the bytes of the upper bound begin with those of the lower bound.
                BoundPlace::After => lower.is_empty(),
            }
    }
}

/// Returns the least byte string after a bound, or `None` if all byte strings are before the bound.
#[cfg_attr(not(debug_assertions), inline(always))]
fn first_key(bytes: Vec<u8>, place: BoundPlace) -> Option<Vec<u8>> {
    match place {
        BoundPlace::Before => Some(bytes),
        BoundPlace::After => successor(bytes),
    }
}

/// An iterator over the [`KeyRange`]s that together contain the keys that match a query, and no other keys.
///
/// There is one range per bucket of the salt, in the order of the buckets. If the salt is known or the key has no salt,
/// there is a single range. If no key can match, there are no ranges. The ranges do not overlap.
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
#[must_use = "a `Ranges` reads no rows: pass each of its ranges to the store"]
pub struct Ranges {
    bounds: Bounds,
    layout: &'static Layout,
    /// True if there is one range per bucket: a copy of the bounds with the salt of the bucket.
    per_bucket: bool,
    /// The buckets whose ranges were not returned yet. A single range counts as bucket 0.
    buckets: core::ops::Range<u64>,
}

impl Ranges {
    pub(crate) fn new(bounds: Bounds, layout: &'static Layout) -> Self {
        let salt = layout.salt().filter(|_| !bounds.properties.salt_is_known);
        let count = if bounds.is_empty() { 0 } else { salt.map_or(1, |salt| salt.layout.bucket_count()) };
        Self { bounds, layout, per_bucket: salt.is_some(), buckets: 0..count }
    }

    #[cfg(feature = "records")]
    /// Returns the only range of the query. Returns `Err(self)` if there is one range per bucket, or if the range can
    /// also contain keys that do not match.
    pub(crate) fn into_single(self) -> Result<KeyRange, Self> {
        if self.per_bucket || self.bounds.properties.len != KeyLen::Any {
            return Err(self);
        }
        Ok(if self.buckets.is_empty() { KeyRange::empty() } else { self.bounds.range() })
    }

    pub(crate) fn layout(&self) -> &'static Layout {
        self.layout
    }

    #[cfg(feature = "stream")]
    pub(crate) fn key_len(&self) -> KeyLen {
        self.bounds.properties.len
    }

    pub(crate) fn contains(&self, key: &[u8]) -> bool {
        self.is_match(key) && self.clone().any(|range| range.contains(key))
    }

    /// Checks whether a key that is in one of the ranges matches the query. All keys in the ranges match, unless a
    /// field is unterminated.
    #[inline]
    pub(crate) fn is_match(&self, key: &[u8]) -> bool {
        self.bounds.properties.len.fits(key.len())
    }

    /// Returns the namespace and the salt of the keys in a bucket.
    pub(crate) fn bytes_before_fields(&self, bucket: usize) -> Vec<u8> {
        let bounds = self.bounds_in(bucket as u64);
        bounds.lower.get(..self.layout.fields_offset()).unwrap_or_default().to_vec()
    }

    fn bounds_in(&self, bucket: u64) -> Bounds {
        let mut bounds = self.bounds.clone();
        if let (true, Some(salt)) = (self.per_bucket, self.layout.salt()) {
            for bytes in [&mut bounds.lower, &mut bounds.upper] {
                salt.layout.write_bucket(bucket, bytes, self.layout.namespace().len());
            }
        }
        bounds
    }
}

/// A trait without implementations, for a compile error: `Ranges` implements `RangeBounds` with this bound.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "these are the ranges of all buckets, and not a single range",
    label = "expected one range",
    note = "if the query sets every salted field, write `.range()` instead of `.ranges()`",
    note = "otherwise read each range, `for range in query.ranges() {{ .. }}`, or write `query.scan(..)`, which merges the buckets"
)]
pub trait IsSingleRange {}

/// The type that would implement [`IsSingleRange`]. It depends on `T`, because rustc reports a bound without a type
/// parameter where the bound is written.
#[doc(hidden)]
#[derive(Debug)]
pub struct RangeOf<T: ?Sized>(core::marker::PhantomData<T>);

#[doc(hidden)]
impl<T: ?Sized> RangeBounds<T> for Ranges
where
    RangeOf<T>: IsSingleRange,
{
    fn start_bound(&self) -> Bound<&T> {
        Bound::Unbounded
    }

    fn end_bound(&self) -> Bound<&T> {
        Bound::Unbounded
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
        Some(self.bounds_in(bucket).range())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.buckets.end - self.buckets.start).unwrap_or(usize::MAX);
        (left, Some(left))
    }
}

impl DoubleEndedIterator for Ranges {
    fn next_back(&mut self) -> Option<KeyRange> {
        let bucket = self.buckets.next_back()?;
        Some(self.bounds_in(bucket).range())
    }
}

impl ExactSizeIterator for Ranges {}
