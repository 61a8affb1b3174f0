//! Questions to a table: a prefix, or a prefix and bounds, on its way to ranges and scans.

pub(crate) mod merge;
pub(crate) mod prefix;
pub(crate) mod ranges;
pub(crate) mod scan;

use crate::key::{OwnedKey, RowKey};
use crate::query::ranges::{Cuts, Ranges};
use crate::query::scan::{Rows, Scan, ScanOf};
use crate::range::KeyRange;
use core::marker::PhantomData;

/// A prefix whose last field is bounded rather than set: `_in`, `_starts_with` and `_ends_with` end the chain here.
///
/// `P` is the prefix in front of the bounded field.
#[derive(Debug, Clone)]
#[must_use = "this is only a question: take its `range()` or `ranges()`, or `scan` a table with it"]
pub struct Bounded<P> {
    cuts: Cuts,
    prefix: PhantomData<P>,
}

impl<P> Bounded<P> {
    #[inline]
    pub(crate) fn new(cuts: Cuts) -> Self {
        Self { cuts, prefix: PhantomData }
    }
}

impl<P: Step<Key: RowKey>> Bounded<P> {
    /// The one range that holds exactly the matching keys.
    #[inline]
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
        Ranges::new(self.cuts, P::Key::LAYOUT)
    }

    /// The matching rows of a table in the order of their keys: see [`Scan`].
    pub fn scan<O, R, M>(self, open: O) -> ScanOf<P::Key, O, R, M>
    where
        P: FewRanges<P::Lacks>,
        P::Key: OwnedKey,
        O: FnMut(KeyRange) -> R,
        R: Rows<M>,
    {
        Query::scan(self, open)
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
///         Q: Query<Key: OwnedKey>,
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
    fn scan<O, R, M>(self, open: O) -> ScanOf<Self::Key, O, R, M>
    where
        Self::Key: OwnedKey,
        O: FnMut(KeyRange) -> R,
        R: Rows<M>,
    {
        R::scan(Scan::new(self.ranges(), open))
    }
}

#[diagnostic::do_not_recommend]
impl<P: Step<Key: RowKey> + FewRanges<P::Lacks>> Query for P {
    type Key = P::Key;

    fn ranges(self) -> Ranges {
        Ranges::new(self.cuts(), P::Key::LAYOUT)
    }
}

#[diagnostic::do_not_recommend]
impl<P: Step<Key: RowKey> + FewRanges<P::Lacks>> Query for Bounded<P> {
    type Key = P::Key;

    fn ranges(self) -> Ranges {
        Bounded::ranges(self)
    }
}

/// A step of a prefix.
#[doc(hidden)]
pub trait Step: Sized {
    /// The key.
    type Key;
    /// Stands for the field without which the prefix spans the salt's buckets.
    type Lacks;
    /// Where the matching keys begin and end.
    fn cuts(self) -> Cuts;
}

/// All that the salt is computed from is set at this step, so that one range holds the matching keys.
#[diagnostic::on_unimplemented(
    message = "a scan from `{Self}` spans every salt bucket: the salt comes from `{Field}`",
    label = "no one range holds the matching keys",
    note = "set that field with equality first (a random salt comes from `Chance`, which no field tells); or take `.ranges()`, one for each bucket; or read the rows in order with `.scan(..)`"
)]
pub trait OneRange<Field> {}

/// The matching keys lie in so few ranges that each can be opened.
#[diagnostic::on_unimplemented(
    message = "a scan from `{Self}` spans more than 4096 salt buckets: the salt comes from `{Field}`",
    label = "too many ranges to open",
    note = "set that field with equality first (a random salt comes from `Chance`, which no field tells); or go over the whole table with the key's `all()`; or give a new table a smaller salt, such as `buckets = 16`"
)]
pub trait FewRanges<Field> {}

/// In messages: what a random salt comes from.
#[derive(Debug)]
pub enum Chance {}

/// In place of the field that the salt comes from, for keys without a salt.
#[derive(Debug)]
pub enum NoSalt {}

#[diagnostic::do_not_recommend]
impl<P> OneRange<NoSalt> for P {}

#[diagnostic::do_not_recommend]
impl<P> FewRanges<NoSalt> for P {}

/// In messages: all fields are set.
#[derive(Debug)]
pub enum NoField {}
