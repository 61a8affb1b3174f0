//! The rows that a scan reads from a store: [`AnyRows`] finds the rows of a range, and [`Row`] finds the key in a row.

use super::ScanError;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;
use core::marker::PhantomData;

/// An item of a scan: the decoded key and the value, or an error.
///
/// ```
/// use rowkey::{KeyRange, OwnedKey, Query, RowKey, scan::{ScanItem, ScanRows}};
/// use std::collections::BTreeMap;
///
/// /// Returns the key of a row, and no key for an error.
/// fn key<K, R: ScanRows<M>, M>(row: ScanItem<K, R, M>) -> Option<K> {
///     row.ok().map(|(key, _)| key)
/// }
///
/// /// Returns all matching keys that can be read.
/// fn keys<Q, O, R, M>(query: Q, rows_in: O) -> Vec<Q::Key>
/// where
///     Q: Query<Key: OwnedKey>,
///     O: FnMut(KeyRange) -> R,
///     R: ScanRows<M>,
/// {
///     query.scan(rows_in).filter_map(key::<Q::Key, R, M>).collect()
/// }
///
/// #[derive(RowKey)]
/// struct PortKey {
///     port: u16,
/// }
///
/// let table = BTreeMap::from([(vec![0, 80], "http"), (vec![7], "not a key")]);
/// assert_eq!(keys(PortKey::prefix(), |range| table.range(range)).len(), 1);
/// ```
pub type ScanItem<K, R, M> = Result<(K, <<R as AnyRows<M>>::Row as Row>::Value), ScanError<<R as AnyRows<M>>::Error>>;

/// An iterator over rows of any type, or a `Result` of such an iterator. [`rows_by`](crate::scan::rows_by) adapts it to
/// [`ScanRows`](crate::scan::ScanRows).
///
/// ```
/// use rowkey::scan::AnyRows;
///
/// /// Counts the rows of a range in any store.
/// fn count<R: AnyRows<M>, M>(rows: R) -> Result<usize, R::Error> {
///     let rows = rows.open()?.map(R::row);
///     rows.map(|row| row.map(|_| 1)).sum()
/// }
///
/// assert_eq!(count(["a", "b"].into_iter().map(Ok::<_, String>)), Ok(2));
/// ```
#[diagnostic::on_unimplemented(
    message = "`rows_by` cannot read rows from `{Self}`",
    label = "expected an iterator over `Result<row, E>`, or a `Result` of one",
    note = "if reading a row cannot fail, add `.map(Ok::<_, std::convert::Infallible>)` to the iterator"
)]
pub trait AnyRows<M>: Sized {
    /// The iterator over the rows of a range.
    type Iter: Iterator;
    /// A row of the iterator.
    type Row;
    /// The store's error.
    type Error;

    /// Returns the iterator.
    ///
    /// # Errors
    /// The store could not open the range.
    fn open(self) -> Result<Self::Iter, Self::Error>;

    /// Returns the row of an item.
    ///
    /// # Errors
    /// The store could not read the row.
    fn row(item: <Self::Iter as Iterator>::Item) -> Result<Self::Row, Self::Error>;
}

/// A row in which a scan finds the key: any pair `(key, value)` whose key is `AsRef<[u8]>`.
///
/// Implement this trait for a row type of your own, or adapt rows of other types with [`rows_by`](crate::scan::rows_by).
///
/// ```
/// use rowkey::{RowKey, scan::Row};
///
/// struct Cell {
///     key: Vec<u8>,
///     text: String,
/// }
///
/// impl Row for Cell {
///     type Value = String;
///
///     fn key(&self) -> &[u8] {
///         &self.key
///     }
///
///     fn into_value(self) -> String {
///         self.text
///     }
/// }
///
/// #[derive(RowKey)]
/// struct HostKey {
///     host: u16,
/// }
///
/// let cells = |_range| [Cell { key: vec![0, 7], text: "up".into() }].into_iter();
/// let (key, text) = HostKey::prefix().scan(cells).next().unwrap()?;
/// assert_eq!((key.host, &*text), (7, "up"));
/// # Ok::<(), rowkey::scan::ScanError<std::convert::Infallible>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a scan cannot find the key in a row `{Self}`",
    label = "expected `(key, value)` whose key is `AsRef<[u8]>`",
    note = "for other rows see `rowkey::scan::rows_by`"
)]
pub trait Row {
    /// The value that the scan returns with the decoded key.
    type Value;

    /// Returns the bytes of the key.
    fn key(&self) -> &[u8];

    /// Returns the value that the scan returns with the decoded key.
    fn into_value(self) -> Self::Value;
}

#[diagnostic::do_not_recommend]
impl<B: AsRef<[u8]>, V> Row for (B, V) {
    type Value = V;

    fn key(&self) -> &[u8] {
        self.0.as_ref()
    }

    fn into_value(self) -> V {
        self.1
    }
}

/// A marker in the parameter of [`ScanRows`](crate::scan::ScanRows). In `ScanRows<(CannotFail, CanFail)>`, opening a range
/// cannot fail, and reading a row can fail.
#[derive(Debug)]
pub enum CannotFail {}

/// A marker in the parameter of [`ScanRows`](crate::scan::ScanRows): see [`CannotFail`].
#[derive(Debug)]
pub enum CanFail {}

#[diagnostic::do_not_recommend]
impl<I: Iterator<Item = W>, W: Row> AnyRows<(CannotFail, CannotFail)> for I {
    type Iter = I;
    type Row = W;
    type Error = Infallible;

    fn open(self) -> Result<I, Infallible> {
        Ok(self)
    }

    fn row(item: W) -> Result<W, Infallible> {
        Ok(item)
    }
}

#[diagnostic::do_not_recommend]
impl<I: Iterator<Item = Result<W, E>>, W, E> AnyRows<(CannotFail, CanFail)> for I {
    type Iter = I;
    type Row = W;
    type Error = E;

    fn open(self) -> Result<I, E> {
        Ok(self)
    }

    fn row(item: Result<W, E>) -> Result<W, E> {
        item
    }
}

#[diagnostic::do_not_recommend]
impl<I: Iterator<Item = W>, W: Row, E> AnyRows<(CanFail, CannotFail)> for Result<I, E> {
    type Iter = I;
    type Row = W;
    type Error = E;

    fn open(self) -> Self {
        self
    }

    fn row(item: W) -> Result<W, E> {
        Ok(item)
    }
}

#[diagnostic::do_not_recommend]
impl<I: Iterator<Item = Result<W, E>>, W, E> AnyRows<(CanFail, CanFail)> for Result<I, E> {
    type Iter = I;
    type Row = W;
    type Error = E;

    fn open(self) -> Self {
        self
    }

    fn row(item: Result<W, E>) -> Result<W, E> {
        item
    }
}

/// Adapts rows that are not pairs `(key, value)`: the closure `key` returns the bytes of a row's key, and the scan
/// returns the whole row as the value.
///
/// `rows` is an iterator over `Result<row, E>`, or a `Result` of such an iterator. With redb, whose rows are pairs of
/// `AccessGuard`s, write `.scan(|range| rowkey::scan::rows_by(table.range(range.as_ref()), |(key, _)| key.value()))`.
///
/// ```
/// use rowkey::{KeyRange, RowKey, scan::rows_by};
/// use std::collections::BTreeMap;
/// use std::convert::Infallible;
///
/// #[derive(RowKey)]
/// struct HostKey {
///     host: u16,
/// }
///
/// struct Cell<'a> {
///     key: &'a [u8],
///     state: &'a str,
/// }
///
/// let table = BTreeMap::from([(HostKey { host: 7 }.encode().to_vec(), "up")]);
/// let rows_in = |range: KeyRange| {
///     let cells = table.range(range).map(|(key, state)| Cell { key, state });
///     rows_by(cells.map(Ok::<_, Infallible>), |cell| cell.key)
/// };
/// for row in HostKey::prefix().scan(rows_in) {
///     let (key, cell) = row?;
///     assert_eq!((key.host, cell.state), (7, "up"));
/// }
/// # Ok::<(), rowkey::scan::ScanError<Infallible>>(())
/// ```
pub fn rows_by<R, M, F>(rows: R, key: F) -> RowsBy<R, M, F>
where
    R: AnyRows<M>,
    F: Fn(&R::Row) -> &[u8] + Clone,
{
    RowsBy { rows, key, shape: PhantomData }
}

/// Rows with a closure that returns the key of each row: the return type of [`rows_by`](crate::scan::rows_by), which has
/// an example.
#[must_use = "rows are lazy: return them from the closure of a scan"]
pub struct RowsBy<R, M, F> {
    rows: R,
    key: F,
    shape: PhantomData<fn() -> M>,
}

impl<R, M, F> fmt::Debug for RowsBy<R, M, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowsBy").finish_non_exhaustive()
    }
}

/// A marker in the parameter of [`ScanRows`](crate::scan::ScanRows): rows that [`rows_by`](crate::scan::rows_by) adapts. `M` is the
/// marker of the rows without `rows_by`.
#[derive(Debug)]
pub struct By<M>(PhantomData<M>);

#[diagnostic::do_not_recommend]
impl<R, M, F> AnyRows<By<M>> for RowsBy<R, M, F>
where
    R: AnyRows<M>,
    F: Fn(&R::Row) -> &[u8] + Clone,
{
    type Iter = IterBy<R::Iter, F>;
    type Row = RowBy<R::Row, F>;
    type Error = R::Error;

    fn open(self) -> Result<Self::Iter, R::Error> {
        let rows = self.rows.open()?;
        Ok(IterBy { rows, key: self.key })
    }

    fn row(RowBy { row, key }: RowBy<<R::Iter as Iterator>::Item, F>) -> Result<Self::Row, R::Error> {
        R::row(row).map(|row| RowBy { row, key })
    }
}

/// An item of the store's iterator, or the row in this item, with the closure that returns the key of the row.
#[derive(Clone)]
pub struct RowBy<W, F> {
    row: W,
    key: F,
}

impl<W, F> fmt::Debug for RowBy<W, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowBy").finish_non_exhaustive()
    }
}

#[diagnostic::do_not_recommend]
impl<W, F: Fn(&W) -> &[u8]> Row for RowBy<W, F> {
    type Value = W;

    fn key(&self) -> &[u8] {
        (self.key)(&self.row)
    }

    fn into_value(self) -> W {
        self.row
    }
}

/// An iterator that returns each item with the closure that returns the key of the row.
#[derive(Clone)]
pub struct IterBy<I, F> {
    rows: I,
    key: F,
}

impl<I, F> fmt::Debug for IterBy<I, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IterBy").finish_non_exhaustive()
    }
}

impl<I: Iterator, F: Clone> Iterator for IterBy<I, F> {
    type Item = RowBy<I::Item, F>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = self.rows.next()?;
        Some(RowBy { row, key: self.key.clone() })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
    }
}

impl<I: DoubleEndedIterator, F: Clone> DoubleEndedIterator for IterBy<I, F> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let row = self.rows.next_back()?;
        Some(RowBy { row, key: self.key.clone() })
    }
}

/// An iterator that [`Scan::rev`](crate::scan::Scan::rev) can read from its end: any `DoubleEndedIterator`.
#[diagnostic::on_unimplemented(
    message = "a scan cannot run backward over `{Self}`, which is not a `DoubleEndedIterator`",
    label = "the rows of a range cannot be read from the end",
    note = "if the store has a second function that reads a range from its end, open the range with that function and write `.opened_in_reverse()` instead of `.rev()`; heed: `.scan(|range| database.rev_range(&transaction, &range)).opened_in_reverse()`"
)]
pub trait ReadFromEnd: Iterator {
    /// Returns the last item that was not read yet.
    fn read_from_end(&mut self) -> Option<Self::Item>;
}

#[diagnostic::do_not_recommend]
impl<I: DoubleEndedIterator> ReadFromEnd for I {
    fn read_from_end(&mut self) -> Option<I::Item> {
        self.next_back()
    }
}

/// The bytes of a stored key, the argument of [`Scan::after`](crate::scan::Scan::after): any type that is `AsRef<[u8]>`.
#[diagnostic::on_unimplemented(
    message = "`after` takes the stored bytes of a key, not `{Self}`",
    label = "expected `AsRef<[u8]>`",
    note = "write `.after(key.encode())` or `.after(key.try_encode()?)`; the bytes of a key with a random salt include its bucket: pass what `cursor()` of the last scan returned"
)]
pub trait StoredKey {
    /// Returns the bytes of the key.
    fn into_stored(self) -> Vec<u8>;
}

#[diagnostic::do_not_recommend]
impl<B: AsRef<[u8]>> StoredKey for B {
    fn into_stored(self) -> Vec<u8> {
        self.as_ref().to_vec()
    }
}
