//! Prefixes on their way to a range.

use crate::codec::position::Position;
use crate::codec::sink::Buffer;
use crate::codec::{EndsWith, FieldCodec, Ordered, Side, StartsWith};
use crate::key::RowKey;
use crate::layout::Layout;
use crate::range::{KeyRange, successor};
use crate::salt::Salt;
use crate::scan::{Columns, FallibleRows, KeyOf, OwnedKey, Pairs, Rows, Scan};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::ops::{Bound, RangeBounds};

/// Where a field's content lies in the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    #[inline]
    pub(crate) fn of(self, bytes: &[u8]) -> &[u8] {
        bytes.get(self.start..self.end).unwrap_or_default()
    }
}

/// The bytes that all keys of a prefix begin with; `SALTED` is the number of fields that the salt is computed from.
#[derive(Debug, Clone)]
pub struct Prefix<const SALTED: usize> {
    bytes: Vec<u8>,
    /// The content of the field set last.
    last: Span,
    salted: [Span; SALTED],
    /// No key can hold a value that was set: no range holds a key.
    unholdable: bool,
    /// All fields are set.
    complete: bool,
}

impl<const SALTED: usize> Prefix<SALTED> {
    /// A prefix without fields: the namespace, and room for the salt.
    #[inline]
    pub fn new(layout: &Layout) -> Self {
        let mut bytes = Vec::with_capacity(layout.room());
        bytes.extend_from_slice(layout.namespace());
        bytes.resize(layout.fields_at(), 0);
        let none = Span::default();
        Self { bytes, last: none, salted: [none; SALTED], unholdable: false, complete: false }
    }

    /// The next field equals `value`.
    #[inline]
    #[must_use]
    pub fn equal<C: FieldCodec<T>, T, P: Position>(mut self, value: C::Arg<'_>) -> Self {
        match crate::write::put_field::<C, T, P, _>(value, &mut self.bytes) {
            Ok(span) => self.last = span,
            Err(_) => self.unholdable = true,
        }
        self.complete = P::LAST;
        self
    }

    /// The field set last is the `index`th that the salt is computed from.
    #[must_use]
    pub fn salted(mut self, index: usize) -> Self {
        if let Some(span) = self.salted.get_mut(index) {
            *span = self.last;
        }
        self
    }

    /// The salt is computed from everything behind it, which is set by now.
    #[must_use]
    pub fn salted_whole(mut self, layout: &Layout) -> Self {
        let whole = Span { start: layout.fields_at(), end: self.bytes.len() };
        self.salted.fill(whole);
        self
    }

    /// All that the salt is computed from is set: puts it in its place.
    #[must_use]
    pub fn salt<S: Salt>(mut self, layout: &Layout) -> Self {
        if !self.unholdable {
            let salt = S::of(&self.salted.map(|span| span.of(&self.bytes)));
            self.bytes.patch(layout.namespace().len(), salt.as_ref());
        }
        self
    }

    /// As [`Self::salt`], for a salt computed from a value.
    #[must_use]
    pub fn salt_is(mut self, salt: &[u8], layout: &Layout) -> Self {
        self.bytes.patch(layout.namespace().len(), salt);
        self
    }

    /// Where the keys that begin with the prefix begin and end.
    #[inline]
    #[must_use]
    pub fn cuts(self) -> Cuts {
        let complete = self.complete;
        self.between(
            |_| Some(Side::Before),
            |high| {
                if complete {
                    // The last field may have no end of its own: of what begins with the key, only the key itself.
                    high.push(0);
                    return Some(Side::Before);
                }
                Some(Side::After)
            },
        )
    }

    /// The next field lies within `bounds`.
    #[inline]
    #[must_use]
    pub fn within<'b, C, T, P, R>(self, bounds: &R) -> Cuts
    where
        C: Ordered<T, P>,
        T: 'b,
        P: Position,
        R: RangeBounds<C::Arg<'b>>,
    {
        let lower = match bounds.start_bound() {
            Bound::Included(value) => Some((*value, Side::Before)),
            Bound::Excluded(value) => Some((*value, Side::After)),
            Bound::Unbounded => None,
        };
        let upper = match bounds.end_bound() {
            Bound::Included(value) => Some((*value, Side::After)),
            Bound::Excluded(value) => Some((*value, Side::Before)),
            Bound::Unbounded => None,
        };
        let (first, last) = if C::DESCENDING { (upper, lower) } else { (lower, upper) };
        let cut = |bound: Option<(C::Arg<'b>, Side)>, open: Side, out: &mut Vec<u8>| {
            Some(bound.map_or(open, |(value, side)| C::cut(value, side, out)))
        };
        self.between(|out| cut(first, Side::Before, out), |out| cut(last, Side::After, out))
    }

    /// The next field begins with `part`.
    #[inline]
    #[must_use]
    pub fn starting<C: StartsWith<T, P>, T, P: Position>(self, part: &C::Part) -> Cuts {
        let (first, last) = sides::<T, C>();
        self.between(|out| C::starts_with(part, first, out), |out| C::starts_with(part, last, out))
    }

    /// The next field ends with `part`.
    #[must_use]
    pub fn ending<C: EndsWith<T, P>, T, P: Position>(self, part: &C::Part) -> Cuts {
        let (first, last) = sides::<T, C>();
        self.between(|out| C::ends_with(part, first, out), |out| C::ends_with(part, last, out))
    }

    #[inline]
    fn between(
        self,
        first: impl FnOnce(&mut Vec<u8>) -> Option<Side>,
        last: impl FnOnce(&mut Vec<u8>) -> Option<Side>,
    ) -> Cuts {
        let mut low = self.bytes;
        // As much room as `low` has, so that a cut seldom has to make more.
        let mut high = Vec::with_capacity(low.capacity() + 1);
        high.extend_from_slice(&low);
        match (self.unholdable, first(&mut low), last(&mut high)) {
            (false, Some(low_side), Some(high_side)) => Cuts { ends: Some(((low, low_side), (high, high_side))) },
            _ => Cuts { ends: None },
        }
    }
}

fn sides<T, C: FieldCodec<T>>() -> (Side, Side) {
    if C::DESCENDING { (Side::After, Side::Before) } else { (Side::Before, Side::After) }
}

/// The two places at which a range is cut out of the table; none if no key can lie between.
#[derive(Debug, Clone)]
pub struct Cuts {
    ends: Option<(Cut, Cut)>,
}

type Cut = (Vec<u8>, Side);

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
    fn new(cuts: Cuts, layout: &'static Layout, salt_is_known: bool) -> Self {
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

/// A prefix whose last field is bounded rather than set: `_in`, `_starts_with` and `_ends_with` end the chain here.
///
/// `P` is the prefix in front of the bounded field.
#[derive(Debug, Clone)]
#[must_use = "this is only a question: take its `range()` or `ranges()`, or `scan` a table with it"]
pub struct Bounded<P> {
    cuts: Cuts,
    prefix: PhantomData<P>,
}

impl<P: Step> Bounded<P> {
    #[doc(hidden)]
    #[inline]
    pub fn __new(cuts: Cuts) -> Self {
        Self { cuts, prefix: PhantomData }
    }

    /// The one range that holds exactly the matching keys.
    pub fn range(self) -> KeyRange
    where
        P: OneRange<P::Lacks>,
    {
        self.cuts.range()
    }

    /// The ranges that together hold exactly the matching keys: one for each salt bucket, or one where the salt is
    /// known.
    pub fn ranges(self) -> Ranges
    where
        P: FewRanges<P::Lacks>,
    {
        ranges(self)
    }

    /// The matching rows of a table in the order of their keys: see [`Scan`].
    pub fn scan<O, R, M>(self, open: O) -> Scan<P::Key, O, R, M, Pairs>
    where
        P: FewRanges<P::Lacks>,
        P::Key: for<'x> OwnedKey<'x>,
        O: FnMut(KeyRange) -> R,
        R: Rows<M>,
        Pairs: Columns<R::Row>,
    {
        Query::scan(self, open)
    }

    /// As [`scan`](Self::scan), for rows that are no pair of key and value: `key` finds the key in one.
    pub fn scan_by<O, R, M, F>(self, open: O, key: F) -> Scan<P::Key, O, R, M, KeyOf<F>>
    where
        P: FewRanges<P::Lacks>,
        P::Key: for<'x> OwnedKey<'x>,
        O: FnMut(KeyRange) -> R,
        R: FallibleRows<M>,
        F: Fn(&R::Row) -> &[u8],
    {
        Query::scan_by(self, open, key)
    }

    /// As [`scan`](Self::scan), from the last row to the first.
    pub fn scan_rev<O, R, M>(self, open: O) -> Scan<P::Key, O, R, M, Pairs>
    where
        P: FewRanges<P::Lacks>,
        P::Key: for<'x> OwnedKey<'x>,
        O: FnMut(KeyRange) -> R,
        R: Rows<M, Iter: DoubleEndedIterator>,
        Pairs: Columns<R::Row>,
    {
        Query::scan_rev(self, open)
    }

    /// As [`scan_by`](Self::scan_by), from the last row to the first.
    pub fn scan_rev_by<O, R, M, F>(self, open: O, key: F) -> Scan<P::Key, O, R, M, KeyOf<F>>
    where
        P: FewRanges<P::Lacks>,
        P::Key: for<'x> OwnedKey<'x>,
        O: FnMut(KeyRange) -> R,
        R: FallibleRows<M, Iter: DoubleEndedIterator>,
        F: Fn(&R::Row) -> &[u8],
    {
        Query::scan_rev_by(self, open, key)
    }
}

/// What can be asked of a table: a prefix, or one whose last field is bounded.
///
/// Prefixes have these methods themselves. The trait is for code that works with any of them:
///
/// ```
/// use rowkey::{OwnedKey, Query, RowKey};
/// use std::collections::BTreeMap;
///
/// struct Table(BTreeMap<Vec<u8>, u32>);
///
/// impl Table {
///     fn sum<Q>(&self, query: Q) -> u32
///     where
///         Q: Query<Key: for<'x> OwnedKey<'x>>,
///     {
///         let rows = query.scan(|range| self.0.range(range));
///         rows.map(|row| row.map_or(0, |(_, value)| *value)).sum()
///     }
/// }
///
/// #[derive(RowKey)]
/// struct ReadingKey {
///     #[salt(md5, 1)]
///     sensor: u32,
///     at: u64,
/// }
///
/// let readings = [(1, 10), (1, 20), (2, 15)].map(|(sensor, at)| ReadingKey { sensor, at }.encode().to_vec());
/// let table = Table(readings.into_iter().zip([1, 2, 4]).collect());
/// assert_eq!(table.sum(ReadingKey::prefix()), 7);
/// assert_eq!(table.sum(ReadingKey::prefix().sensor(1)), 3);
/// assert_eq!(table.sum(ReadingKey::prefix().sensor(1).at_in(15..)), 2);
/// ```
pub trait Query: Sized {
    /// The key.
    type Key: RowKey;

    /// The ranges that together hold exactly the matching keys: one for each salt bucket, or one where the salt is
    /// known.
    fn ranges(self) -> Ranges;

    /// The matching rows of a table in the order of their keys: see [`Scan`].
    fn scan<O, R, M>(self, open: O) -> Scan<Self::Key, O, R, M, Pairs>
    where
        Self::Key: for<'x> OwnedKey<'x>,
        O: FnMut(KeyRange) -> R,
        R: Rows<M>,
        Pairs: Columns<R::Row>,
    {
        Scan::forward(self.ranges(), open, Pairs)
    }

    /// As [`scan`](Self::scan), for rows that are no pair of key and value: `key` finds the key in one.
    fn scan_by<O, R, M, F>(self, open: O, key: F) -> Scan<Self::Key, O, R, M, KeyOf<F>>
    where
        Self::Key: for<'x> OwnedKey<'x>,
        O: FnMut(KeyRange) -> R,
        R: FallibleRows<M>,
        F: Fn(&R::Row) -> &[u8],
    {
        Scan::forward(self.ranges(), open, KeyOf(key))
    }

    /// As [`scan`](Self::scan), from the last row to the first.
    fn scan_rev<O, R, M>(self, open: O) -> Scan<Self::Key, O, R, M, Pairs>
    where
        Self::Key: for<'x> OwnedKey<'x>,
        O: FnMut(KeyRange) -> R,
        R: Rows<M, Iter: DoubleEndedIterator>,
        Pairs: Columns<R::Row>,
    {
        Scan::backward(self.ranges(), open, Pairs)
    }

    /// As [`scan_by`](Self::scan_by), from the last row to the first.
    fn scan_rev_by<O, R, M, F>(self, open: O, key: F) -> Scan<Self::Key, O, R, M, KeyOf<F>>
    where
        Self::Key: for<'x> OwnedKey<'x>,
        O: FnMut(KeyRange) -> R,
        R: FallibleRows<M, Iter: DoubleEndedIterator>,
        F: Fn(&R::Row) -> &[u8],
    {
        Scan::backward(self.ranges(), open, KeyOf(key))
    }
}

#[diagnostic::do_not_recommend]
impl<P: Step<Key: RowKey> + FewRanges<P::Lacks>> Query for P {
    type Key = P::Key;

    fn ranges(self) -> Ranges {
        ranges(self)
    }
}

/// The ranges of a step that has few.
pub fn ranges<P: Step>(step: P) -> Ranges {
    Ranges::new(step.cuts(), P::layout(), P::SALT_IS_KNOWN)
}

/// A step of a prefix.
pub trait Step: Sized {
    /// The key.
    type Key;
    /// Stands for the field without which the prefix spans the salt's buckets.
    type Lacks;
    /// Whether the salt is known at this step, or there is none.
    const SALT_IS_KNOWN: bool;

    /// The key's layout.
    fn layout() -> &'static Layout;

    /// Where the matching keys begin and end.
    fn cuts(self) -> Cuts;
}

impl<P: Step> Step for Bounded<P> {
    type Key = P::Key;
    type Lacks = P::Lacks;
    const SALT_IS_KNOWN: bool = P::SALT_IS_KNOWN;

    fn layout() -> &'static Layout {
        P::layout()
    }

    fn cuts(self) -> Cuts {
        self.cuts
    }
}

/// All that the salt is computed from is set at this step, so that one range holds the matching keys.
#[diagnostic::on_unimplemented(
    message = "a scan from `{Self}` spans every salt bucket: the salt comes from `{Field}`",
    label = "no one range holds the matching keys",
    note = "set that field with equality first, unless it is chance; or take `.ranges()`, one for each bucket; or read the rows in order with `.scan(..)`"
)]
pub trait OneRange<Field> {}

/// The matching keys lie in so few ranges that each can be opened.
#[diagnostic::on_unimplemented(
    message = "a scan from `{Self}` spans more than 4096 salt buckets: the salt comes from `{Field}`",
    label = "too many ranges to open",
    note = "set that field with equality first, unless it is chance; or go over the whole table with the key's `all()`; or give a new table a smaller salt, such as `buckets = 16`"
)]
pub trait FewRanges<Field> {}

#[diagnostic::do_not_recommend]
impl<P: FewRanges<Field>, Field> FewRanges<Field> for Bounded<P> {}

/// In messages: what a random salt comes from.
#[derive(Debug)]
pub enum Chance {}
