//! Queries: a prefix of keys, or a prefix and a bounded field. A query becomes ranges or a scan.

pub(crate) mod merge;
pub(crate) mod prefix;
pub(crate) mod ranges;
pub(crate) mod scan;

use crate::key::{OwnedKey, RowKey};
use crate::query::ranges::{Bounds, Ranges};
use crate::query::scan::{Rows, Scan, ScanOf};
use crate::range::KeyRange;
use core::marker::PhantomData;

/// A prefix and a bounded field: the return type of the methods `_in`, `_starts_with` and `_ends_with`.
///
/// No further fields can be set. `P` is the prefix before the bounded field.
#[derive(Debug, Clone)]
#[must_use = "queries are lazy: call `range()`, `ranges()` or `scan(..)`"]
pub struct Bounded<P> {
    bounds: Bounds,
    prefix: PhantomData<P>,
}

impl<P> Bounded<P> {
    #[inline]
    pub(crate) fn new(bounds: Bounds) -> Self {
        Self { bounds, prefix: PhantomData }
    }
}

impl<P: Step<Key: RowKey>> Bounded<P> {
    /// Returns the range that contains exactly the matching keys.
    #[inline]
    pub fn range(self) -> KeyRange
    where
        P: OneRange<P::SaltSource>,
    {
        self.bounds.range()
    }

    /// Returns the ranges that together contain exactly the matching keys: one range per bucket of the salt, or a single
    /// range if the salt is known.
    pub fn ranges(self) -> Ranges
    where
        P: FewRanges<P::SaltSource>,
    {
        Ranges::new(self.bounds, P::Key::LAYOUT)
    }

    /// Returns a [`Scan`] over the matching rows of a table, in the order of their keys.
    pub fn scan<O, R, M>(self, open: O) -> ScanOf<P::Key, O, R, M>
    where
        P: FewRanges<P::SaltSource>,
        P::Key: OwnedKey,
        O: FnMut(KeyRange) -> R,
        R: Rows<M>,
    {
        Query::scan(self, open)
    }
}

/// A query of a table: a prefix, or a prefix and a bounded field.
///
/// All queries have inherent methods of the same names. The trait is for code that is generic over queries:
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
    /// The type of the keys that the query matches.
    type Key: RowKey;

    /// Returns the ranges that together contain exactly the matching keys: one range per bucket of the salt, or a single
    /// range if the salt is known.
    fn ranges(self) -> Ranges;

    /// Returns a [`Scan`] over the matching rows of a table, in the order of their keys.
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
impl<P: Step<Key: RowKey> + FewRanges<P::SaltSource>> Query for P {
    type Key = P::Key;

    fn ranges(self) -> Ranges {
        Ranges::new(self.bounds(), P::Key::LAYOUT)
    }
}

#[diagnostic::do_not_recommend]
impl<P: Step<Key: RowKey> + FewRanges<P::SaltSource>> Query for Bounded<P> {
    type Key = P::Key;

    fn ranges(self) -> Ranges {
        Bounded::ranges(self)
    }
}

/// A prefix with a certain number of fields set. The derived prefix type implements it.
#[doc(hidden)]
pub trait Step: Sized {
    /// The key type.
    type Key;
    /// The source of the salt: a marker type named like the field, [`RandomNumber`], or [`NoSalt`].
    type SaltSource;
    /// Returns the bounds of the matching keys.
    fn bounds(self) -> Bounds;
}

/// A prefix that sets all fields that the salt is computed from, so that a single range contains the matching keys.
#[diagnostic::on_unimplemented(
    message = "there is no single range of matching keys, because the salt is computed from `{Source}`",
    label = "the matching keys are in all buckets of the salt",
    note = "write `.ranges()`, which yields one range per bucket, or `.scan(..)`, which merges the buckets; or set the salted field with equality first (a random salt is computed from no field)"
)]
pub trait OneRange<Source> {}

/// A prefix whose matching keys are in few enough ranges to open each of them.
#[diagnostic::on_unimplemented(
    message = "there are more than 4096 ranges of matching keys, because the salt is computed from `{Source}`",
    label = "the matching keys are in all buckets of the salt",
    note = "set the salted field with equality first (a random salt is computed from no field); or read the whole table with the range `all()` of the key; or give a new table fewer buckets, as in `buckets = 16`"
)]
pub trait FewRanges<Source> {}

/// In messages: the source of a random salt.
#[derive(Debug)]
pub enum RandomNumber {}

/// In place of the source of the salt, for keys without a salt.
#[derive(Debug)]
pub enum NoSalt {}

#[diagnostic::do_not_recommend]
impl<P> OneRange<NoSalt> for P {}

#[diagnostic::do_not_recommend]
impl<P> FewRanges<NoSalt> for P {}

/// In messages: the next field, if all fields are set.
#[derive(Debug)]
pub enum NoField {}
