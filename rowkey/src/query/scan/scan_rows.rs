//! [`ScanRows`], the types that the closure of `query.scan(rows_in)` can return, such as an iterator over
//! `(key, value)`.

use super::Scan;
use super::rows::{AnyRows, By, CanFail, CannotFail, Row, RowsBy, ScanItem};
use crate::range::KeyRange;

/// The return type of a scan's closure for one range: an iterator over rows or over `Result`s of rows, or a `Result` of
/// such an iterator.
///
/// A row is usually a pair `(key, value)`, see [`Row`]. [`rows_by`](crate::scan::rows_by) adapts iterators over other rows.
///
/// The compiler infers `M`, a marker that distinguishes the forms of rows.
///
/// A function that reads from any store has this bound on the rows of a range:
///
/// ```
/// use rowkey::{KeyRange, OwnedKey, Query, RowKey, scan::ScanRows};
/// use std::collections::BTreeMap;
///
/// /// Returns the first matching key.
/// fn first<Q, O, R, M>(query: Q, rows_in: O) -> Option<Q::Key>
/// where
///     Q: Query<Key: OwnedKey>,
///     O: FnMut(KeyRange) -> R,
///     R: ScanRows<M>,
/// {
///     query.scan(rows_in).next()?.ok().map(|(key, _)| key)
/// }
///
/// #[derive(RowKey)]
/// struct PortKey {
///     port: u16,
/// }
///
/// let table = BTreeMap::from([(vec![0, 80], "http"), (vec![1, 187], "https")]);
/// let port = first(PortKey::prefix().port_in(100..), |range| table.range(range));
/// assert_eq!(port.unwrap().port, 443);
/// ```
#[diagnostic::on_unimplemented(
    message = "a scan cannot read rows from `{Self}`",
    label = "expected an iterator over `(key, value)` or `Result<(key, value), E>`, where the key is `AsRef<[u8]>`",
    note = "redb: `.scan(|range| rowkey::scan::rows_by(table.range(range.as_ref()), |(key, _)| key.value()))`",
    note = "fjall: `.scan(|range| keyspace.range(range.as_ref()).map(|guard| guard.into_inner()))`",
    note = "another store, whose rows are `Result<row, E>`: `.scan(|range| rowkey::scan::rows_by(rows(range), |row| row.key()))`, where the second closure returns the bytes of the key"
)]
pub trait ScanRows<M>: AnyRows<M, Row: Row> {
    /// The scan over these rows, which is always [`Scan<K, O, Self, M>`](crate::scan::Scan).
    ///
    /// The methods named `scan` return this associated type instead of `Scan`. If a scan cannot read the rows, rustc
    /// cannot resolve the type, so rustc reports only the rows, and not the methods that are called on the scan.
    type Scan<K, O: FnMut(KeyRange) -> Self>: Iterator<Item = ScanItem<K, Self, M>>;

    /// Returns `scan` unchanged.
    fn scan<K, O: FnMut(KeyRange) -> Self>(scan: Scan<K, O, Self, M>) -> Self::Scan<K, O>;
}

/// The return type of the methods named `scan`: [`Scan<K, O, R, M>`](crate::scan::Scan), where the closure `O` returns rows `R`.
///
/// ```
/// use rowkey::{KeyRange, OwnedKey, Query, RowKey, scan::{ScanOf, ScanRows}};
/// use std::collections::BTreeMap;
///
/// /// Scans all rows of a key type in any store.
/// fn all<K, O, R, M>(rows_in: O) -> ScanOf<K, O, R, M>
/// where
///     K: OwnedKey<Prefix: Query<Key = K>>,
///     O: FnMut(KeyRange) -> R,
///     R: ScanRows<M>,
/// {
///     K::prefix().scan(rows_in)
/// }
///
/// #[derive(RowKey)]
/// struct PortKey {
///     port: u16,
/// }
///
/// let table = BTreeMap::from([(vec![0, 80], "http"), (vec![1, 187], "https")]);
/// let rows = all::<PortKey, _, _, _>(|range| table.range(range));
/// assert!(rows.map(|row| row.unwrap().0.port).eq([80, 443]));
/// ```
pub type ScanOf<K, O, R, M> = <R as ScanRows<M>>::Scan<K, O>;

macro_rules! implement_scan_rows {
    ($([$($params:tt)*] $rows:ty, $shape:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($params)*> ScanRows<$shape> for $rows {
            type Scan<K, O: FnMut(KeyRange) -> Self> = Scan<K, O, Self, $shape>;

            fn scan<K, O: FnMut(KeyRange) -> Self>(scan: Scan<K, O, Self, $shape>) -> Self::Scan<K, O> {
                scan
            }
        }
    )*};
}

// One implementation for each form of rows. With a single implementation for all `AnyRows<M>`, rustc could resolve the
// type of a scan that cannot read its rows, and would also report every method that is called on this scan.
implement_scan_rows! {
    [I: Iterator<Item = W>, W: Row] I, (CannotFail, CannotFail);
    [I: Iterator<Item = Result<W, E>>, W: Row, E] I, (CannotFail, CanFail);
    [I: Iterator<Item = W>, W: Row, E] Result<I, E>, (CanFail, CannotFail);
    [I: Iterator<Item = Result<W, E>>, W: Row, E] Result<I, E>, (CanFail, CanFail);
    [R: AnyRows<M>, M, F: Fn(&R::Row) -> &[u8] + Clone] RowsBy<R, M, F>, By<M>;
}
