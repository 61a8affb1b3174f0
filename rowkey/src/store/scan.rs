//! Scans: iterators over the records or the index entries that a query matches. A scan can also be read in pages.

#![allow(clippy::inline_always, reason = "a row is large: a call for each row took half of the time of a scan")]

use super::error::RowsError;
use super::raw::RawScan;
use super::rows::Rows;
use super::tables::Tables;
use super::{Direction, Read};
use crate::key::read::{CheckedSalt, decode_next};
use crate::key::{OwnedKey, RowKey};
use crate::query::Query;
use crate::query::cursor::{Cursor, CursorContent, CursorError, Page};
use crate::query::ranges::Ranges;
use crate::record::draft::Draft;
use crate::record::source::{EntryError, PathFrom, Primary};
use crate::record::table::Table;
use crate::record::{CoveringIndex, Index, Record, Source, ValueFormat};
use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

/// An iterator over the rows that a query matches, as `Result`s. The return type of [`Rows::scan`](super::Rows::scan),
/// [`Rows::records`](super::Rows::records) and [`Rows::covered`](super::Rows::covered).
///
/// | method | effect |
/// |---|---|
/// | [`rev`](Self::rev) | reads from the last row to the first |
/// | [`after`](Self::after) | continues after the position of a cursor |
/// | [`page`](Self::page) | reads some rows, and returns the cursor of the next page |
///
/// A scan is lazy. It returns rows in the order of their keys. If the key has a salt, the scan merges the rows of all
/// buckets.
#[must_use = "scans are lazy: no row is read before you iterate"]
pub struct Scan<'s, S: Read, R> {
    raw: RawScan<'s, S>,
    buffers: Buffers,
    rows: PhantomData<fn() -> R>,
}

/// The buffers that the rows of a scan share.
#[derive(Debug, Default)]
pub struct Buffers {
    /// The primary key of the record that an index entry leads to. Reused for every row.
    primary: Vec<u8>,
    /// The salt of the last key.
    checked: CheckedSalt,
}

/// The kind of rows that a [`Scan`] returns.
pub trait ScanRow {
    /// The row that the scan returns.
    type Row;

    #[doc(hidden)]
    const __TABLE: &'static Table;

    #[doc(hidden)]
    fn __rowkey_is_key(bytes: &[u8]) -> bool;

    /// Reads a row.
    #[doc(hidden)]
    fn __rowkey_read<S: Read>(
        store: &Tables<S>,
        key: &[u8],
        value: &[u8],
        buffers: &mut Buffers,
    ) -> Result<Self::Row, RowsError<S::Error>>;
}

/// A marker in [`Scan`]: the scan returns records with the key `K`, as pairs of key and value.
#[derive(Debug)]
pub struct RecordsOf<K>(PhantomData<K>);

/// A marker in [`Scan`]: the scan reads the index `I` and returns the records, as pairs of primary key and value.
#[derive(Debug)]
pub struct RecordsThrough<I>(PhantomData<I>);

/// A marker in [`Scan`]: the scan returns the entries of the covering index `I`, as pairs of the entry and the value
/// that the entry stores.
#[derive(Debug)]
pub struct CoveredBy<I>(PhantomData<I>);

/// A marker in [`Scan`]: the scan counts records or entries of an index, and decodes nothing.
#[doc(hidden)]
#[derive(Debug)]
pub struct __Counted<X>(PhantomData<X>);

impl<X: Source> ScanRow for __Counted<X> {
    type Row = ();
    const __TABLE: &'static Table = <X::Path as PathFrom<X>>::TABLE;

    fn __rowkey_is_key(bytes: &[u8]) -> bool {
        is_key::<X>(bytes)
    }

    fn __rowkey_read<S: Read>(_: &Tables<S>, _: &[u8], _: &[u8], _: &mut Buffers) -> Result<(), RowsError<S::Error>> {
        Ok(())
    }
}

impl<K: Record + OwnedKey> ScanRow for RecordsOf<K> {
    type Row = (K, K::Value);
    const __TABLE: &'static Table = K::TABLE;

    fn __rowkey_is_key(bytes: &[u8]) -> bool {
        K::decode(bytes).is_ok()
    }

    #[inline(always)]
    fn __rowkey_read<S: Read>(
        _: &Tables<S>,
        key: &[u8],
        value: &[u8],
        buffers: &mut Buffers,
    ) -> Result<Self::Row, RowsError<S::Error>> {
        Ok((decode_in_scan::<K, _>(K::TABLE, key, buffers)?, read_value::<K, _>(key, value)?))
    }
}

impl<I: Index<Record: OwnedKey>> ScanRow for RecordsThrough<I> {
    type Row = (I::Record, <I::Record as Record>::Value);
    const __TABLE: &'static Table = I::TABLE;

    fn __rowkey_is_key(bytes: &[u8]) -> bool {
        is_key::<I>(bytes)
    }

    #[inline(always)]
    fn __rowkey_read<S: Read>(
        store: &Tables<S>,
        key: &[u8],
        value: &[u8],
        buffers: &mut Buffers,
    ) -> Result<Self::Row, RowsError<S::Error>> {
        let no_record = || RowsError::NoRecord { index: I::TABLE, entry: key.into() };
        let table = <I::Record as Record>::TABLE;
        let found = primary_of::<I, _>(key, value)?;
        let array;
        let bytes = match &found {
            Primary::Bytes(bytes) => *bytes,
            // A key of a fixed width is encoded as an array, which needs no buffer.
            Primary::Key(record) if const { <I::Record as RowKey>::LAYOUT.fixed_len().is_some() } => {
                array = record.try_encode().map_err(|_| no_record())?;
                array.as_ref()
            }
            Primary::Key(_) => {
                found.write(&mut buffers.primary).map_err(|_| no_record())?;
                &buffers.primary
            }
        };
        // `ref` avoids a move: the value types of some stores are large and take time to move.
        let value = match store.to_read(table)?.get(table, bytes) {
            Ok(Some(ref value)) => read_value::<I::Record, _>(bytes, value.as_ref())?,
            Ok(None) => return Err(no_record()),
            Err(error) => return Err(RowsError::Store(error)),
        };
        let record = match found {
            Primary::Key(record) => record,
            Primary::Bytes(bytes) => decode(table, bytes)?,
        };
        if S::ENTRIES_ARE_HINTS && entry_of(&record, &value, I::TABLE, key)?.is_none() {
            return Err(no_record());
        }
        Ok((record, value))
    }
}

impl<I: CoveringIndex + OwnedKey> ScanRow for CoveredBy<I> {
    type Row = (I, I::Stored);
    const __TABLE: &'static Table = I::TABLE;

    fn __rowkey_is_key(bytes: &[u8]) -> bool {
        I::decode(bytes).is_ok()
    }

    fn __rowkey_read<S: Read>(
        store: &Tables<S>,
        key: &[u8],
        value: &[u8],
        buffers: &mut Buffers,
    ) -> Result<Self::Row, RowsError<S::Error>> {
        let computed;
        let mut value = value;
        if S::ENTRIES_ARE_HINTS && !S::HAS_TRANSACTIONS {
            // The entry may come from a program whose record was not stored, so read the part from the record.
            let (record, of_record) = RecordsThrough::<I>::__rowkey_read(store, key, value, buffers)?;
            computed = entry_of(&record, &of_record, I::TABLE, key)?.unwrap_or_default();
            value = &computed;
        }
        let entry = decode_in_scan::<I, _>(I::TABLE, key, buffers)?;
        let damaged = || crate::record::FormatError::new("the entry is too short");
        let stored = I::TABLE.split_entry(value).ok_or_else(damaged).and_then(|(_, stored)| I::__rowkey_stored(stored));
        stored.map(|stored| (entry, stored)).map_err(|error| value_error(I::TABLE, key, error))
    }
}

/// Returns the value of the entry that a record has under a key of an index, or `None` if it has no such entry.
fn entry_of<K: Record, E>(
    key: &K,
    value: &K::Value,
    index: &'static Table,
    entry: &[u8],
) -> Result<Option<Vec<u8>>, RowsError<E>> {
    let mut draft = Draft::default();
    draft.start(K::TABLE, key)?;
    key.__rowkey_entries(None, Some(value), &mut draft)?;
    let found = draft.new_entries().find(|(table, key, _)| *table == index && *key == entry);
    Ok(found.map(|(_, _, value)| value.to_vec()))
}

/// Returns true for an entry without a record, if the store can return such entries.
#[inline(always)]
fn is_skipped<T, S: Read>(row: &Result<T, RowsError<S::Error>>) -> bool {
    S::ENTRIES_ARE_HINTS && matches!(row, Err(RowsError::NoRecord { .. }))
}

/// Checks whether the bytes are a valid key. Also works for key types without `decode`, such as keys with hashed
/// fields.
pub(super) fn is_key<K: RowKey>(bytes: &[u8]) -> bool {
    K::explain(bytes).problem().is_none()
}

#[inline(always)]
pub(super) fn decode<K: OwnedKey, E>(table: &'static Table, key: &[u8]) -> Result<K, RowsError<E>> {
    K::decode(key).map_err(|error| RowsError::Key { table, key: key.into(), error })
}

#[inline(always)]
fn decode_in_scan<K: OwnedKey, E>(table: &'static Table, key: &[u8], buffers: &mut Buffers) -> Result<K, RowsError<E>> {
    decode_next(key, &mut buffers.checked).map_err(|error| RowsError::Key { table, key: key.into(), error })
}

#[inline(always)]
pub(super) fn read_value<K: Record, E>(key: &[u8], value: &[u8]) -> Result<K::Value, RowsError<E>> {
    <K::Format as ValueFormat<K::Value>>::read(value).map_err(|error| value_error(K::TABLE, key, error))
}

#[cold]
fn value_error<E>(table: &'static Table, key: &[u8], error: crate::record::FormatError) -> RowsError<E> {
    RowsError::Value { table, key: key.into(), is_entry: table.is_index(), error }
}

/// Returns the primary key of the record that a row belongs to. The row is the record itself, or an entry of an index.
#[inline(always)]
pub(super) fn primary_of<'r, X: Source, E>(
    key: &'r [u8],
    value: &'r [u8],
) -> Result<Primary<'r, X::Record>, RowsError<E>> {
    X::Path::primary(key, value).map_err(|error| primary_key_error::<X, E>(key, error))
}

pub(super) fn write_primary<X: Source, E>(key: &[u8], value: &[u8], primary: &mut Vec<u8>) -> Result<(), RowsError<E>> {
    X::Path::write_primary(key, value, primary).map_err(|error| primary_key_error::<X, E>(key, error))
}

/// Converts the error for a row from which no primary key can be computed.
#[cold]
fn primary_key_error<X: Source, E>(key: &[u8], error: EntryError) -> RowsError<E> {
    let table = <X::Path as PathFrom<X>>::TABLE;
    match error {
        EntryError::Key(error) => RowsError::Key { table, key: key.into(), error },
        EntryError::Value => RowsError::NoRecord { index: table, entry: key.into() },
    }
}

/// Returns the ranges of a query. Fails to compile if the query does not set the whole partition key, and the store needs it.
pub(super) fn ranges_of<S: Read, Q: Query>(query: Q) -> Ranges {
    const {
        assert!(
            !S::HAS_PARTITIONS || Q::__SETS_PARTITION,
            "this store reads the rows of one partition at a time, and the query does not set all fields of the partition key\n\
             help: set all fields before the one with `sort_key`, or read the rows through an index",
        );
    }
    query.__rowkey_plan()
}

impl<'s, S: Read, R: ScanRow> Scan<'s, S, R> {
    pub(super) fn new(store: &'s Tables<S>, query: impl Query) -> Self {
        Self::of_ranges(store, ranges_of::<S, _>(query))
    }

    fn of_ranges(store: &'s Tables<S>, ranges: Ranges) -> Self {
        Self::of(RawScan::new(store, R::__TABLE, ranges))
    }

    /// Returns the ranges of a query, from which [`__rowkey_of_ranges`](Self::__rowkey_of_ranges) creates a scan. The crate
    /// `rowkey-async` keeps them, because it reads each page of a scan with another `Rows`, and a query can be used only once.
    #[doc(hidden)]
    pub fn __rowkey_ranges_of(query: impl Query) -> Ranges {
        ranges_of::<S, _>(query)
    }

    /// Creates a scan of the ranges of a query.
    #[doc(hidden)]
    pub fn __rowkey_of_ranges(rows: &'s Rows<S>, ranges: Ranges) -> Self {
        Self::of_ranges(&rows.tables, ranges)
    }

    fn of(raw: RawScan<'s, S>) -> Self {
        Self { raw, buffers: Buffers::default(), rows: PhantomData }
    }

    /// Reads from the last row to the first. A second `rev` reverses the order again.
    pub fn rev(self) -> Self {
        Self::of(self.raw.reversed())
    }

    /// Continues after the row at which the cursor was created, even if this row no longer exists. Call
    /// [`rev`](Self::rev) first if the cursor belongs to a reversed scan.
    ///
    /// # Errors
    /// The text is not a cursor, or belongs to another table, layout or direction, or is outside of the query.
    pub fn after(self, cursor: &str) -> Result<Self, CursorError> {
        let content = CursorContent::read(cursor)?;
        let contains = |key: &[u8]| self.raw.contains(key);
        let key = content.into_checked_key(R::__TABLE, self.raw.direction(), R::__rowkey_is_key, contains)?;
        Ok(Self::of(self.raw.after(key)))
    }

    /// Reads a page of at most `size` rows, from the beginning or after a cursor. A `size` of 0 counts as 1.
    /// [`Page::next`] is the cursor of the next page, or `None` for the last page.
    ///
    /// Rows can be added or removed after a page was read. All other rows are still on exactly one page. In a scan
    /// through an index, a change of a record can move its entry to another position. If that happens while a program
    /// reads the pages, the record can be on two pages or on none.
    ///
    /// Returns an error if any row of the page cannot be read. To skip such rows, use the scan as an iterator, which
    /// continues after a row whose key or value cannot be decoded.
    ///
    /// # Errors
    /// The cursor does not belong to this query, or a row cannot be read.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows};
    ///
    /// #[derive(Debug, PartialEq, RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw)]
    /// struct HostKey {
    ///     host: u16,
    /// }
    ///
    /// let mut rows = Rows::new(Memory::new());
    /// for host in 0..5 {
    ///     rows.put(&HostKey { host }, &"up".into())?;
    /// }
    /// let page = rows.scan(HostKey::prefix()).rev().page(None, 2)?;
    /// assert_eq!(page.rows[1].0, HostKey { host: 3 });
    /// let page = rows.scan(HostKey::prefix()).rev().page(page.next.as_deref(), 3)?;
    /// assert_eq!(page.rows[0].0, HostKey { host: 2 });
    /// assert_eq!(page.next, None);
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn page(self, cursor: Option<&str>, size: usize) -> Result<Page<R::Row>, RowsError<S::Error>> {
        let mut scan = match cursor {
            Some(cursor) => self.after(cursor)?,
            None => self,
        };
        let size = size.max(1);
        let (store, direction) = (scan.raw.store(), scan.raw.direction());
        let (mut rows, mut last, mut is_last_page) = (Vec::new(), None, true);
        let mut missing = Missing::default();
        while scan.raw.read_next(
            |key, value| {
                // Read one row more than the page contains, to know whether there is a next page. If entries are hints,
                // the record of this row must exist.
                let is_full = rows.len() + missing.count == size;
                if !is_full || S::ENTRIES_ARE_HINTS {
                    let row = R::__rowkey_read(store, key, value, &mut scan.buffers);
                    if is_skipped::<_, S>(&row) {
                        return Ok(true);
                    }
                    rows.extend(missing.take(store, row)?.filter(|_| !is_full));
                }
                if is_full {
                    is_last_page = false;
                } else if rows.len() == size {
                    last = Some(Cursor::new(R::__TABLE, direction, key));
                }
                Ok(!is_full)
            },
            |error| error.map_or(Ok(false), Err),
        )? {}
        missing.check()?;
        Ok(Page { rows, next: last.filter(|_| !is_last_page) })
    }
}

impl<S: Read, R: ScanRow> Iterator for Scan<'_, S, R> {
    type Item = Result<R::Row, RowsError<S::Error>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if S::ENTRIES_ARE_HINTS {
            return self.next_confirmed();
        }
        let store = self.raw.store();
        self.raw.read_next(
            |key, value| Some(R::__rowkey_read(store, key, value, &mut self.buffers)),
            |error| error.map(Err),
        )
    }
}

/// The number of rows that a scan tries to read after one that must be fetched, so that they are fetched together.
const LOOK_AHEAD: usize = 100;

impl<S: Read, R: ScanRow> Scan<'_, S, R> {
    /// Returns the next row, for a store whose entries are hints.
    #[inline(never)]
    fn next_confirmed(&mut self) -> Option<Result<R::Row, RowsError<S::Error>>> {
        let store = self.raw.store();
        loop {
            let row = self.raw.read_next(
                |key, value| Some(R::__rowkey_read(store, key, value, &mut self.buffers)),
                |error| error.map(Err),
            );
            match row {
                Some(row) if is_skipped::<_, S>(&row) => {}
                Some(Err(error)) if store.is_waiting() => {
                    self.look_ahead();
                    return Some(Err(error));
                }
                row => return row,
            }
        }
    }

    #[cold]
    fn look_ahead(&mut self) {
        let store = self.raw.store();
        for _ in 0..LOOK_AHEAD {
            let is_row = self.raw.read_next(
                |key, value| {
                    // The read notes what it lacks.
                    let _ = R::__rowkey_read(store, key, value, &mut self.buffers);
                    true
                },
                |_| false,
            );
            if !is_row {
                break;
            }
        }
    }
}

/// The rows of a loop that must be fetched. The loop goes on after the first of them, so that all are fetched together.
pub(super) struct Missing<S: Read> {
    first: Option<RowsError<S::Error>>,
    count: usize,
}

impl<S: Read> Default for Missing<S> {
    fn default() -> Self {
        Self { first: None, count: 0 }
    }
}

impl<S: Read> Missing<S> {
    /// Returns the result, or `None` if the row must be fetched first.
    #[inline(always)]
    pub(super) fn take<T>(
        &mut self,
        store: &Tables<S>,
        result: Result<T, RowsError<S::Error>>,
    ) -> Result<Option<T>, RowsError<S::Error>> {
        match result {
            Err(error) if store.is_waiting() => {
                self.count += 1;
                self.first.get_or_insert(error);
                Ok(None)
            }
            result => result.map(Some),
        }
    }

    /// Returns the error of the first row that must be fetched.
    #[inline(always)]
    pub(super) fn check(self) -> Result<(), RowsError<S::Error>> {
        self.first.map_or(Ok(()), Err)
    }
}

impl<S: Read, R: ScanRow> FusedIterator for Scan<'_, S, R> {}

impl<S: Read, R: ScanRow> fmt::Debug for Scan<'_, S, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scan")
            .field("table", &R::__TABLE.name())
            .field("backward", &(self.raw.direction() == Direction::Backward))
            .finish_non_exhaustive()
    }
}
