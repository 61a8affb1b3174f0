//! Queries: [`Query`], [`FinishedQuery`], and the traits that restrict which queries have `range()` or `ranges()`.
//!
//! A query is a prefix of a key type, such as `PaymentKey::prefix().customer(1)`, or a prefix and a bounded field, such
//! as `PaymentKey::prefix().customer_in(1..=2)`.

pub(crate) mod composite;
pub(crate) mod cursor;
pub(crate) mod merge;
pub(crate) mod prefix;
pub(crate) mod prefix_bytes;
pub(crate) mod ranges;
pub(crate) mod scan;
#[cfg(feature = "stream")]
pub(crate) mod stream;

use crate::key::{OwnedKey, RowKey};
use crate::query::ranges::{Bounds, Ranges};
use crate::query::scan::{Scan, ScanOf, ScanRows};
use crate::range::KeyRange;
use core::marker::PhantomData;
use core::ops::{Bound, Deref, RangeBounds};

/// A query whose last field is bounded: the return type of the query methods that the derive generates, such as
/// `paid_at_in` for a field `paid_at`, and `host_starts_with` and `host_ends_with` for a field `host`.
///
/// A finished query has no methods that set further fields, because the matching keys would not be contiguous. To
/// compare further fields, filter the rows of the scan. The type parameter is the type of the prefix before the bounded
/// field. rustc prints the name of the parameter in the message about a method that does not exist.
///
/// ```
/// use rowkey::RowKey;
/// use std::collections::BTreeMap;
///
/// #[derive(RowKey)]
/// struct PaymentKey {
///     customer: u32,
///     paid_at: i64,
/// }
///
/// let keys = [(1, 5), (2, 5), (3, 8)].map(|(customer, paid_at)| PaymentKey { customer, paid_at });
/// let table: BTreeMap<_, _> = keys.iter().map(|key| (key.encode(), "EUR")).collect();
///
/// let rows = PaymentKey::prefix().customer_in(1..=2).scan(|range| table.range(range));
/// let customers: Vec<_> = rows.flatten().filter(|(key, _)| key.paid_at == 5).map(|(key, _)| key.customer).collect();
/// assert_eq!(customers, [1, 2]);
/// ```
#[derive(Debug, Clone)]
#[must_use = "queries are lazy: call `range()`, `ranges()` or `scan(..)`"]
#[allow(non_camel_case_types, reason = "rustc prints this name in a compile error")]
pub struct FinishedQuery<NoFieldAfterABound_FilterTheRows> {
    bounds: Bounds,
    prefix: PhantomData<NoFieldAfterABound_FilterTheRows>,
}

impl<P> FinishedQuery<P> {
    #[inline]
    pub(crate) fn new(bounds: Bounds) -> Self {
        Self { bounds, prefix: PhantomData }
    }
}

impl<P: PrefixState<Key: RowKey>> FinishedQuery<P> {
    /// Returns the range that contains exactly the matching keys.
    #[inline]
    pub fn range(self) -> KeyRange
    where
        P: OneRange<P::SaltSource> + ExactRanges<P::Unterminated>,
    {
        self.bounds.range()
    }

    /// Returns the ranges that together contain exactly the matching keys: one range per bucket of the salt, or a
    /// single range if the query sets all salted fields or the key has no salt.
    pub fn ranges(self) -> Ranges
    where
        P: FewRanges<P::SaltSource> + ExactRanges<P::Unterminated>,
    {
        Query::__rowkey_plan(self)
    }

    /// Returns a [`Scan`] over the matching rows of a table, in the order of their keys.
    ///
    /// The closure `rows_in` returns the rows of a range. The closure never receives an empty range: if no key can
    /// match, the scan does not call the closure.
    pub fn scan<O, R, M>(self, rows_in: O) -> ScanOf<P::Key, O, R, M>
    where
        P: FewRanges<P::SaltSource>,
        P::Key: OwnedKey,
        O: FnMut(KeyRange) -> R,
        R: ScanRows<M>,
    {
        Query::scan(self, rows_in)
    }
}

/// A query of a table: a prefix, or a prefix and a bounded field.
///
/// Queries have inherent methods of the same names, so only code that is generic over queries needs the trait:
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
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a query",
    label = "expected a query",
    note = "a query is a prefix of a key type, `TheKey::prefix()`, with its leading fields set: pass the prefix by value, without `.range()`"
)]
pub trait Query: Sized {
    /// The type of the keys that the query matches.
    type Key: RowKey;

    /// Returns the ranges that a scan reads. If a field is unterminated, the ranges can also contain keys that do not
    /// match the query. The scan skips these keys.
    #[doc(hidden)]
    fn __rowkey_plan(self) -> Ranges;

    /// True if the query sets all fields before the sort key, so that each of its ranges is in one partition.
    #[doc(hidden)]
    const __SETS_PARTITION: bool;

    /// Returns the ranges that together contain exactly the matching keys: one range per bucket of the salt, or a
    /// single range if the query sets all salted fields or the key has no salt.
    fn ranges(self) -> Ranges
    where
        Self: RangeQuery,
    {
        self.__rowkey_plan()
    }

    /// Returns a [`Scan`] over the matching rows of a table, in the order of their keys.
    ///
    /// The closure `rows_in` returns the rows of a range. The closure never receives an empty range: if no key can
    /// match, the scan does not call the closure.
    fn scan<O, R, M>(self, rows_in: O) -> ScanOf<Self::Key, O, R, M>
    where
        Self::Key: OwnedKey,
        O: FnMut(KeyRange) -> R,
        R: ScanRows<M>,
    {
        R::scan(Scan::new(self.__rowkey_plan(), rows_in))
    }
}

#[diagnostic::do_not_recommend]
impl<P: PrefixState<Key: RowKey> + FewRanges<P::SaltSource>> Query for P {
    type Key = P::Key;
    const __SETS_PARTITION: bool = P::SETS_PARTITION;

    fn __rowkey_plan(self) -> Ranges {
        Ranges::new(self.deref().bounds(), P::Key::LAYOUT)
    }
}

#[diagnostic::do_not_recommend]
impl<P: PrefixState<Key: RowKey> + FewRanges<P::SaltSource>> Query for FinishedQuery<P> {
    type Key = P::Key;
    const __SETS_PARTITION: bool = P::SETS_PARTITION;

    fn __rowkey_plan(self) -> Ranges {
        Ranges::new(self.bounds, P::Key::LAYOUT)
    }
}

/// A query whose matching keys are exactly the keys of its [`ranges`](Query::ranges).
///
/// Most queries are `RangeQuery`s. The exceptions are queries that set or bound an
/// [unterminated](crate::guide::attributes::fields#unterminated) field but do not set all fields of the key: their ranges can also
/// contain keys that do not match. Such a query has only [`scan`](Query::scan), which skips these keys.
///
/// ```
/// use rowkey::{RangeQuery, RowKey};
/// use std::collections::BTreeMap;
///
/// /// Counts the matching rows, without decoding their keys.
/// fn count<Q: RangeQuery>(table: &BTreeMap<Vec<u8>, u32>, query: Q) -> usize {
///     query.ranges().map(|range| table.range(range).count()).sum()
/// }
///
/// #[derive(RowKey)]
/// struct PortKey {
///     port: u16,
/// }
///
/// let table = BTreeMap::from([(vec![0, 80], 1), (vec![1, 187], 2)]);
/// assert_eq!(count(&table, PortKey::prefix()), 2);
/// assert_eq!(count(&table, PortKey::prefix().port_in(..100)), 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` may match only some of the keys in its ranges: call `scan` instead of `ranges`",
    label = "`ranges` is for queries that match all keys in their ranges",
    note = "in generic code, write the bound `rowkey::RangeQuery`"
)]
pub trait RangeQuery: Query {}

#[diagnostic::do_not_recommend]
impl<P: PrefixState<Key: RowKey> + FewRanges<P::SaltSource> + ExactRanges<P::Unterminated>> RangeQuery for P {}

#[diagnostic::do_not_recommend]
impl<P: PrefixState<Key: RowKey> + FewRanges<P::SaltSource> + ExactRanges<P::Unterminated>> RangeQuery
    for FinishedQuery<P>
{
}

/// A derived prefix type, such as `PaymentKeyPrefix`, with any number of fields set.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a query",
    label = "expected a query",
    note = "a query is a prefix of a key type, `TheKey::prefix()`, with its leading fields set: pass the prefix by value, without `.range()`"
)]
pub trait PrefixState: Sized + Deref<Target: ToBounds> {
    /// The key type.
    type Key;
    /// The source of the salt: a marker type named like the last field that the salt is computed from, or
    /// [`random_number`] for a random salt, or [`NoSalt`] for a key without a salt.
    type SaltSource;
    /// A marker type named like the unterminated field of the key, or [`NoField`] if the key has no such field.
    type Unterminated;
    /// True if the prefix sets all fields before the sort key, or if the key has none.
    const SETS_PARTITION: bool = true;
}

/// Returns whether a prefix whose next field has this marker type has set all fields before the sort key. A marker type of a
/// field before the sort key has a size, and all others have none, so that a constant can tell them apart.
pub const fn sets_partition<Next>() -> bool {
    size_of::<Next>() == 0
}

/// Implemented only for `Prefix`, so that generic code does not have to name the type parameters of `Prefix`.
#[doc(hidden)]
pub trait ToBounds {
    /// Returns the bounds of the matching keys.
    fn bounds(&self) -> Bounds;
}

/// A trait without implementations, for a compile error. Queries implement `RangeBounds` with the trait bound
/// `IsRange`, which no query satisfies. So rustc prints the message below if a query is passed where a store needs a
/// range.
#[diagnostic::on_unimplemented(
    message = "a prefix is a query, not a range: write `.range()` after the query",
    label = "add `.range()` here; for redb and fjall, `.range().as_ref()`",
    note = "until every salted field is set, write `.ranges()`, which yields one range per bucket, or `.scan(..)`, which merges the buckets"
)]
pub trait IsRange {}

#[doc(hidden)]
impl<P, T: ?Sized> RangeBounds<T> for FinishedQuery<P>
where
    P: IsRange,
{
    fn start_bound(&self) -> Bound<&T> {
        Bound::Unbounded
    }

    fn end_bound(&self) -> Bound<&T> {
        Bound::Unbounded
    }
}

/// A trait without implementations, for a compile error: queries have the methods `after` and `rev` of a scan with this
/// bound. They do not have `page`: a key can have a field `page`, and a call of its method in the wrong place would get
/// this message, and another about the number of arguments.
#[diagnostic::on_unimplemented(
    message = "a query is not a scan: write `.scan(..)` before `.after(..)` or `.rev()`",
    label = "write `.scan(..)` first",
    note = "for example, `query.scan(|range| table.range(range)).after(last_key)`, and for records `rows.scan(query).page(cursor, 20)`",
    note = "if the key has a field `after` or `rev`: a prefix sets the fields in declared order, and the angle brackets in `{Self}` name the next field"
)]
pub trait IsScan {}

#[doc(hidden)]
impl<P: PrefixState> FinishedQuery<P> {
    pub fn after<K>(&self, _: K) -> &Self
    where
        P: IsScan,
    {
        self
    }

    pub fn rev(&self) -> &Self
    where
        P: IsScan,
    {
        self
    }
}

/// A prefix whose matching keys are in a single range: the prefix sets all fields that the salt is computed from, or
/// the key has no salt. `Source` is `PrefixState::SaltSource`.
#[diagnostic::on_unimplemented(
    message = "there is no single range of matching keys, because the salt depends on fields that the query does not set, such as `{Source}`",
    label = "the matching keys are in all buckets of the salt",
    note = "set every salted field with equality first (a salt on the struct without `of(..)` is computed from all fields, a random salt from none); or, if the salt has at most 4096 buckets, write `.ranges()`, which yields one range per bucket, or `.scan(..)`, which merges the buckets"
)]
pub trait OneRange<Source> {}

/// A prefix whose matching keys are in at most 4096 ranges. `Source` is `PrefixState::SaltSource`.
#[diagnostic::on_unimplemented(
    message = "there are more than 4096 ranges of matching keys, because the salt depends on fields that the query does not set, such as `{Source}`",
    label = "the matching keys are in all buckets of the salt",
    note = "set every salted field with equality first (a salt on the struct without `of(..)` is computed from all fields, a random salt from none); or read the whole table with the range `all()` of the key; or give a new table fewer buckets, as in `buckets = 16` (`salt(md5, 16)` stores 16 bytes)",
    note = "if a table exists, and the salted field comes after the fields that you query: query with a second struct, whose first field is the salt, such as `bucket: Shard<16>`, or `[u8; 2]` for `salt(md5, 2)` (see `Digests and buckets` on the page `rowkey::guide::existing_keys`)"
)]
pub trait FewRanges<Source> {}

/// A prefix whose ranges contain only matching keys. `Field` is `PrefixState::Unterminated`.
#[diagnostic::on_unimplemented(
    message = "no range contains exactly the matching keys, because the field `{Field}` is unterminated",
    label = "a range would also contain keys with a longer `{Field}`",
    note = "write `.scan(..)`, which skips the other keys; or set all fields with equality, for the range of one key"
)]
pub trait ExactRanges<Field> {}

#[diagnostic::do_not_recommend]
impl<P: PrefixState> ExactRanges<NoField> for P {}

/// A type argument that compile errors print: the state of a prefix whose unterminated `Field` was bounded by a method
/// such as `key_starts_with`. A query with this state has only `scan`.
#[derive(Debug)]
pub struct StartOf<Field>(PhantomData<Field>);

/// A type argument that compile errors print: the source of a random salt.
#[derive(Debug)]
#[allow(non_camel_case_types, reason = "messages print this type in place of the name of a field")]
pub enum random_number {}

/// The salt source of keys without a salt.
#[derive(Debug)]
pub enum NoSalt {}

#[diagnostic::do_not_recommend]
impl<P: PrefixState<SaltSource = NoSalt>> OneRange<NoSalt> for P {}

#[diagnostic::do_not_recommend]
impl<P: PrefixState<SaltSource = NoSalt>> FewRanges<NoSalt> for P {}

/// A type argument that compile errors print in place of a field. `PaymentKeyPrefix<NoField>` has no next field,
/// because all fields are set. As `PrefixState::Unterminated`, `NoField` means that the key has no unterminated field.
#[derive(Debug)]
pub enum NoField {}

/// A placeholder in the documentation of prefix types, for the argument of the method that sets a field of type `T`.
///
/// No function takes an `Argument`. The documentation names it where only rustc can tell which type the method takes:
///
/// | `T` | the method takes |
/// |---|---|
/// | a `Copy` type, such as `Duration` or your own `CustomerId(u32)` | `T` |
/// | strings of the standard library and of supported crates, such as `Cow<str>` | `&str` |
/// | bytes, such as `Cow<[u8]>` | `&[u8]` |
/// | a list `Vec<E>` | `&[E]` |
/// | `Option<U>` | an `Option` of the argument for `U` |
/// | any other type | `&T` |
#[derive(Debug)]
pub struct Argument<T>(PhantomData<T>);
