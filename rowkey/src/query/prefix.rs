//! [`Prefix`], the part of derived prefix types that is the same for all keys. Derived methods, such as the `customer`
//! in `PaymentKey::prefix().customer(1)`, call the methods of `Prefix`.

#![allow(
    clippy::inline_always,
    reason = "measured: without inlining, the prefix is copied through memory, and building a range takes 1.5 times as long"
)]

use crate::codec::position::Position;
use crate::codec::{EndsWith, FieldCodec, Ordered, StartsWith};
use crate::key::{OwnedKey, RowKey};
use crate::query::composite::FieldRange;
use crate::query::prefix_bytes::{PrefixBytes, SaltedSpans};
use crate::query::ranges::{Bounds, Ranges};
use crate::query::scan::{Scan, ScanOf, ScanRows};
use crate::query::{FewRanges, FinishedQuery, IsScan, PrefixState, ToBounds};
use crate::range::KeyRange;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::ops::RangeBounds;

/// The methods that the derived prefix types of all keys have in common.
///
/// `P` is the derived type, such as `PaymentKeyPrefix`. A `PaymentKeyPrefix` wraps a `Prefix` and dereferences to it.
/// `Salted` is an array of the positions of the fields that the salt is computed from, or `()` if there are no such
/// fields.
pub struct Prefix<P, Salted = ()> {
    #[doc(hidden)]
    pub bytes: PrefixBytes<Salted>,
    #[doc(hidden)]
    pub state: PhantomData<fn() -> P>,
}

impl<P: PrefixState<Key: RowKey>, Salted: SaltedSpans> Prefix<P, Salted> {
    /// Returns the prefix of all keys, with no field set.
    #[doc(hidden)]
    #[inline]
    pub fn empty() -> Self {
        Self { bytes: PrefixBytes::new(P::Key::LAYOUT), state: PhantomData }
    }

    #[doc(hidden)]
    pub fn ranges(self) -> Ranges {
        Ranges::new(self.bytes.bounds(), P::Key::LAYOUT)
    }
}

impl<P: PrefixState<Key: RowKey>, Salted: SaltedSpans> Prefix<P, Salted> {
    /// Returns a [`Scan`] over the matching rows of a table, in the order of their keys.
    ///
    /// The closure `rows_in` returns the rows of a range. The closure never receives an empty range: if no key can match,
    /// the scan does not call the closure.
    ///
    /// For each range, `rows_in` returns an iterator over `(key, value)` or over `Result<(key, value), E>`, or a `Result` of
    /// such an iterator. See [`ScanRows`] for the details.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use std::collections::BTreeMap;
    ///
    /// #[derive(Debug, PartialEq, RowKey)]
    /// struct ReadingKey {
    ///     #[salt(md5, 1)]
    ///     sensor: u32,
    ///     at: u64,
    /// }
    ///
    /// let keys = [(2, 5), (1, 9), (1, 7)].map(|(sensor, at)| ReadingKey { sensor, at });
    /// let table: BTreeMap<_, _> = keys.iter().map(|key| (key.encode(), "degrees")).collect();
    ///
    /// // All sensors, although the salt spreads them over the buckets: the scan merges the buckets.
    /// let rows = ReadingKey::prefix().scan(|range| table.range(range));
    /// let sensors: Result<Vec<_>, _> = rows.map(|row| row.map(|(key, _)| (key.sensor, key.at))).collect();
    /// assert_eq!(sensors?, [(1, 7), (1, 9), (2, 5)]);
    ///
    /// // The newest reading of one sensor.
    /// let newest = ReadingKey::prefix().sensor(1).scan(|range| table.range(range)).rev().next().unwrap()?;
    /// assert_eq!(newest.0, ReadingKey { sensor: 1, at: 9 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scan<O, R, M>(&self, rows_in: O) -> ScanOf<P::Key, O, R, M>
    where
        P: FewRanges<P::SaltSource>,
        P::Key: OwnedKey,
        O: FnMut(KeyRange) -> R,
        R: ScanRows<M>,
    {
        R::scan(Scan::new(self.clone().ranges(), rows_in))
    }
}

#[doc(hidden)]
impl<P: PrefixState, Salted> Prefix<P, Salted> {
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

impl<P, Salted: SaltedSpans> ToBounds for Prefix<P, Salted> {
    fn bounds(&self) -> Bounds {
        self.bytes.clone().bounds()
    }
}

impl<P, Salted: Clone> Clone for Prefix<P, Salted> {
    fn clone(&self) -> Self {
        Self { bytes: self.bytes.clone(), state: PhantomData }
    }
}

impl<P, Salted> fmt::Debug for Prefix<P, Salted> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bytes.fmt(f)
    }
}

/// The methods that derived code calls. They are inherent, so that a method with the same name in a user's trait does
/// not make the calls ambiguous.
#[doc(hidden)]
impl<P, Salted: SaltedSpans> Prefix<P, Salted> {
    /// Sets the next field to `value`. `Next` is the derived type of a prefix with this field set.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn __rowkey_equal<C: FieldCodec<T>, T, At: Position, Next>(self, value: C::Arg<'_>) -> Prefix<Next, Salted> {
        Prefix { bytes: self.bytes.equal::<C, T, At>(value), state: PhantomData }
    }

    /// Appends constant bytes after the field that was set last, or before the next field.
    #[inline]
    #[must_use]
    pub fn __rowkey_constant(self, bytes: &'static [u8]) -> Self {
        Self { bytes: self.bytes.constant(bytes), state: PhantomData }
    }

    /// Requires that the next field is within `bounds`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn __rowkey_within<'b, C, T, At>(self, bounds: &impl RangeBounds<C::Arg<'b>>) -> FinishedQuery<P>
    where
        C: Ordered<T, At>,
        T: 'b,
        At: Position,
    {
        let [start, end] = [bounds.start_bound().cloned(), bounds.end_bound().cloned()];
        FinishedQuery::new(self.bytes.bounds_within::<C, T, At>(start, end))
    }

    /// Requires that the next field is within `bounds`: a range of values or, for a struct or an enum with data, a
    /// prefix of its own fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn __rowkey_in_range<'b, C, T, At, R, M>(self, bounds: R) -> FinishedQuery<P>
    where
        C: FieldCodec<T>,
        T: 'b,
        At: Position,
        R: FieldRange<'static, 'b, C, T, At, M>,
    {
        FinishedQuery::new(bounds.bounds(self.bytes))
    }

    /// Requires that the value of the next field begins with `start`. For an unterminated field, `Bounded` is a prefix
    /// type without `range()`, because the range can also contain keys that do not match. For all other fields,
    /// `Bounded` is `P`.
    #[inline]
    pub fn __rowkey_starting<C: StartsWith<T, At>, T, At: Position, Bounded>(
        self,
        start: &C::Slice,
    ) -> FinishedQuery<Bounded> {
        let write = |place, out: &mut Vec<u8>| C::write_starts_with_bound(start, place, out);
        let bounds = self.bytes.bounds_of_slice(size_of_val(start), C::DESCENDING, write);
        FinishedQuery::new(match C::TAIL {
            Some(tail) => bounds.followed_by_at_least(tail),
            None => bounds,
        })
    }

    /// Requires that the value of the next field ends with `end`.
    pub fn __rowkey_ending<C: EndsWith<T, At>, T, At: Position, Bounded>(
        self,
        end: &C::Slice,
    ) -> FinishedQuery<Bounded> {
        let write = |place, out: &mut Vec<u8>| C::write_ends_with_bound(end, place, out);
        FinishedQuery::new(self.bytes.bounds_of_slice(size_of_val(end), C::DESCENDING, write))
    }
}
