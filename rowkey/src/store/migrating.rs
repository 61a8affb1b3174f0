//! Reads records while a migration moves them.

use super::error::RowsError;
use super::raw::{RawScan, StoredRow};
use super::rows::Rows;
use super::scan::{RecordsOf, RecordsThrough, ScanRow, decode, read_value};
use super::{Direction, Read};
use crate::key::OwnedKey;
use crate::query::Query;
use crate::query::cursor::{Cursor, CursorContent, CursorError, Page};
use crate::query::ranges::Ranges;
use crate::range::KeyRange;
use crate::record::draft::Draft;
use crate::record::{ChangeError, Index, IndexOf, Record};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

impl<S: Read> Rows<S> {
    /// Returns a reader that sees the records as if [`migrate`](Self::migrate) had moved all of them already. The
    /// reader sees each record exactly once, whether it is stored under its old key or under its new key.
    ///
    /// Pass the closure of the migration. `query` is the query of the migration or a narrower one, such as the query of
    /// one tenant. The reader does not find old records that `query` does not match. The store must be a snapshot or a
    /// transaction, so that no record moves between two reads.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "orders")]
    /// struct OrderKeyV1 {
    ///     order: u32,
    /// }
    ///
    /// /// Newest first.
    /// #[derive(Debug, PartialEq, RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "orders.2")]
    /// struct OrderKey {
    ///     #[descending]
    ///     order: u64,
    /// }
    ///
    /// fn change(key: OrderKeyV1, value: String) -> Option<(OrderKey, String)> {
    ///     Some((OrderKey { order: key.order.into() }, value))
    /// }
    ///
    /// let mut rows = Rows::new(Memory::new());
    /// for order in 0..5 {
    ///     rows.put(&OrderKeyV1 { order }, &format!("tea {order}"))?;
    /// }
    /// rows.migrate(OrderKeyV1::prefix(), None, 2, change)?; // moves the orders 0 and 1
    ///
    /// let orders = rows.migrating(OrderKeyV1::prefix(), change);
    /// for order in [0, 4] {
    ///     let found = orders.get(&OrderKey { order: order.into() }, &OrderKeyV1 { order })?;
    ///     assert_eq!(found, Some(format!("tea {order}")));
    /// }
    /// let all: Vec<_> = orders.scan(OrderKey::prefix()).map(|row| row.map(|(key, _)| key.order)).collect::<Result<_, _>>()?;
    /// assert_eq!(all, [4, 3, 2, 1, 0]);
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn migrating<Q, K, F>(&self, query: Q, change: F) -> Migrating<'_, S, Q::Key, K, F>
    where
        Q: Query<Key: Record + OwnedKey>,
        K: Record + OwnedKey,
        F: Fn(Q::Key, <Q::Key as Record>::Value) -> Option<(K, K::Value)>,
    {
        const { K::TABLE.check_migration(Q::Key::TABLE) };
        Migrating { store: &self.store, old_ranges: query.__rowkey_plan(), change, keys: PhantomData }
    }
}

/// Reads records while a migration moves them from the key `Old` to the key `New`: the return type of
/// [`Rows::migrating`].
pub struct Migrating<'s, S, Old, New, F> {
    store: &'s S,
    /// The ranges of the query of [`Rows::migrating`], which contain the old keys.
    old_ranges: Ranges,
    change: F,
    keys: PhantomData<fn() -> (Old, New)>,
}

impl<'s, S, Old, New, F> Migrating<'s, S, Old, New, F>
where
    S: Read,
    Old: Record + OwnedKey,
    New: Record + OwnedKey,
    F: Fn(Old, Old::Value) -> Option<(New, New::Value)>,
{
    /// Returns the value of a record, whether or not the record has moved. `old` is the key of the record before the
    /// migration.
    ///
    /// If the record with the key `old` would move to another key than `new`, the method ignores this record. So if a
    /// record has no old key, pass any key as `old`. For example, a new order number can be too large for the old key
    /// type.
    ///
    /// Returns `None` if the record does not exist, or if the migration leaves the record in place.
    ///
    /// # Errors
    /// A key cannot be encoded, or the value cannot be read.
    pub fn get(&self, new: &New, old: &Old) -> Result<Option<New::Value>, RowsError<S::Error>> {
        let new = encoded(new)?;
        if let Some(value) = self.store.get(New::TABLE, &new).map_err(RowsError::Store)? {
            return read_value::<New, _>(&new, value.as_ref()).map(Some);
        }
        let old = encoded(old)?;
        if !self.old_ranges.contains(&old) {
            return Ok(None);
        }
        let Some(value) = self.store.get(Old::TABLE, &old).map_err(RowsError::Store)? else { return Ok(None) };
        let new_record = self.new_record(&old, value.as_ref())?;
        Ok(new_record.filter(|(key, ..)| *key == new).map(|(_, _, value)| value))
    }

    /// Returns the records of a query of the new key, in the order of the new keys.
    ///
    /// The scan first reads all old records that the query of [`Rows::migrating`] matches, and keeps the records that
    /// `query` matches in memory. [`page`](MigratingScan::page) keeps only as many of them as it needs for one page.
    pub fn scan<Q: Query<Key = New>>(&self, query: Q) -> MigratingScan<'_, 's, S, Old, New, F, RecordsOf<New>> {
        MigratingScan::new(self, query.__rowkey_plan(), false)
    }

    /// Returns the records that match a query of an index of the new key, in the order of the index's entries.
    ///
    /// The scan computes the entries of the records that have not moved yet.
    ///
    /// # Errors
    /// The scan returns [`RowsError::Taken`] if the index is unique and two records have the same entry. The migration
    /// would fail with the same error.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "orders")]
    /// struct OrderKeyV1 {
    ///     order: u32,
    /// }
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "orders.2", indexes(OrderByText))]
    /// struct OrderKey {
    ///     order: u64,
    /// }
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(index_of = OrderKey, table = "orders.2.text")]
    /// struct OrderByText {
    ///     #[rowkey(from = value)]
    ///     text: String,
    ///     order: u64,
    /// }
    ///
    /// fn change(key: OrderKeyV1, value: String) -> Option<(OrderKey, String)> {
    ///     Some((OrderKey { order: key.order.into() }, value))
    /// }
    ///
    /// let mut rows = Rows::new(Memory::new());
    /// for (order, text) in [(1, "tea"), (2, "milk"), (3, "bread")] {
    ///     rows.put(&OrderKeyV1 { order }, &text.into())?;
    /// }
    /// rows.migrate(OrderKeyV1::prefix(), None, 1, change)?; // moves the order 1
    ///
    /// let orders = rows.migrating(OrderKeyV1::prefix(), change);
    /// let page = orders.records(OrderByText::prefix()).page(None, 2)?;
    /// let found: Vec<_> = page.rows.iter().map(|(key, text)| (key.order, text.as_str())).collect();
    /// assert_eq!(found, [(3, "bread"), (2, "milk")]);
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn records<Q>(&self, query: Q) -> MigratingScan<'_, 's, S, Old, New, F, RecordsThrough<Q::Key>>
    where
        Q: Query,
        Q::Key: Index<Record = New> + IndexOf<New>,
    {
        MigratingScan::new(self, query.__rowkey_plan(), true)
    }

    /// Passes a stored old record to the closure of the migration. Returns `None` if the record keeps its old key.
    fn new_record(&self, key: &[u8], value: &[u8]) -> Result<Option<NewRecord<New>>, RowsError<S::Error>> {
        let value = read_value::<Old, _>(key, value)?;
        let Some((key, value)) = (self.change)(decode(Old::TABLE, key)?, value) else { return Ok(None) };
        Ok(Some((encoded(&key)?, key, value)))
    }
}

/// A record under its new key: the bytes of the key, the key, and the value.
type NewRecord<K> = (Vec<u8>, K, <K as Record>::Value);

fn encoded<K: Record, E>(key: &K) -> Result<Vec<u8>, RowsError<E>> {
    let bytes = key.try_encode().map_err(|error| ChangeError::of_key(K::TABLE, error))?;
    Ok(bytes.as_ref().to_vec())
}

impl<S, Old, New, F> fmt::Debug for Migrating<'_, S, Old, New, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Migrating").field("old", &self.old_ranges).finish_non_exhaustive()
    }
}

/// The kind of rows that a [`MigratingScan`] reads to find records: the records themselves, or the entries of an index.
pub trait FindsMoved<K: Record>: ScanRow<Row = (K, K::Value)> {
    /// Calls `each` with the key of every row through which the scan finds a record: its own key, or the keys of its
    /// entries in the index.
    #[doc(hidden)]
    fn __rowkey_keys(
        key: &K,
        value: &K::Value,
        draft: &mut Draft,
        each: &mut dyn FnMut(&[u8]),
    ) -> Result<(), ChangeError>;
}

impl<K: Record + OwnedKey> FindsMoved<K> for RecordsOf<K> {
    fn __rowkey_keys(key: &K, _: &K::Value, draft: &mut Draft, each: &mut dyn FnMut(&[u8])) -> Result<(), ChangeError> {
        draft.start(K::TABLE, key)?;
        each(draft.primary());
        Ok(())
    }
}

impl<K, I> FindsMoved<K> for RecordsThrough<I>
where
    K: Record + OwnedKey,
    I: Index<Record = K> + IndexOf<K>,
{
    fn __rowkey_keys(
        key: &K,
        value: &K::Value,
        draft: &mut Draft,
        each: &mut dyn FnMut(&[u8]),
    ) -> Result<(), ChangeError> {
        draft.start(K::TABLE, key)?;
        I::__rowkey_add(key, None, Some(value), draft.before_first_index())?;
        draft.new_entries().for_each(|(_, entry, _)| each(entry));
        Ok(())
    }
}

/// An iterator over the records that a query matches, as `Result`s, while a migration moves records. The return type of
/// [`Migrating::scan`] and [`Migrating::records`].
#[must_use = "scans are lazy: no row is read before you iterate"]
pub struct MigratingScan<'m, 's, S: Read, Old, New: Record, F, R> {
    migrating: &'m Migrating<'s, S, Old, New, F>,
    /// The ranges of the query, which contain new keys or entries of an index of the new key.
    ranges: Vec<KeyRange>,
    /// The rows of records that are already stored under their new keys.
    new_rows: RawScan<'s, S>,
    /// The encoded fields of the key after which the scan continues.
    fields_of_after: Option<Vec<u8>>,
    /// The maximum number of rows in [`State::old_rows`].
    limit: usize,
    /// `None` until the first row is read.
    state: Option<State<'s, S>>,
    rows: PhantomData<fn() -> R>,
}

struct State<'s, S: Read + 's> {
    /// The rows of records that are still stored under their old keys, sorted by their encoded fields without namespace
    /// and salt, as the scan returns them.
    old_rows: BTreeMap<Vec<u8>, OldRow>,
    /// The next row of a record that is already stored under its new key.
    next_new_row: Option<StoredRow<'s, S>>,
}

/// A row that an old record will have after the migration: the record itself or an entry of an index.
struct OldRow {
    /// The key of the row.
    key: Vec<u8>,
    /// The new primary key of the record.
    primary: Vec<u8>,
    /// The old key and the old value, as stored. The new record is computed again when the scan returns the row: a
    /// record can have several rows, and its value may not be `Clone`.
    stored: (Vec<u8>, Vec<u8>),
}

type PageOf<K> = Page<(K, <K as Record>::Value)>;

/// The next row of a scan: the bytes of the row's key, the primary key of the record, and the value of the record.
type NextRow<K, S> = Result<Option<(Vec<u8>, K, <K as Record>::Value)>, RowsError<<S as Read>::Error>>;

impl<'m, 's, S, Old, New, F, R> MigratingScan<'m, 's, S, Old, New, F, R>
where
    S: Read,
    Old: Record + OwnedKey,
    New: Record + OwnedKey,
    F: Fn(Old, Old::Value) -> Option<(New, New::Value)>,
    R: FindsMoved<New>,
{
    fn new(migrating: &'m Migrating<'s, S, Old, New, F>, ranges: Ranges, reads_index: bool) -> Self {
        Self {
            migrating,
            ranges: ranges.clone().collect(),
            new_rows: RawScan::new(migrating.store, R::__TABLE, ranges, reads_index),
            fields_of_after: None,
            limit: usize::MAX,
            state: None,
            rows: PhantomData,
        }
    }

    /// Reads from the last row to the first. A second `rev` reverses the order again.
    pub fn rev(mut self) -> Self {
        self.new_rows = self.new_rows.reversed();
        self.state = None;
        self
    }

    /// Continues after the row at which the cursor was created, even if the migration has moved records since then.
    /// Call [`rev`](Self::rev) first if the cursor belongs to a reversed scan.
    ///
    /// Cursors of this scan belong to the new table. [`Scan::after`](super::Scan::after) accepts them when the
    /// migration has finished.
    ///
    /// # Errors
    /// The text is not a cursor, or belongs to another table, layout or direction, or is outside of the query.
    pub fn after(mut self, cursor: &str) -> Result<Self, CursorError> {
        let contains = |key: &[u8]| self.new_rows.contains(key);
        let key = CursorContent::read(cursor)?.into_checked_key(
            R::__TABLE,
            self.new_rows.direction(),
            R::__rowkey_is_key,
            contains,
        )?;
        self.fields_of_after = Some(fields::<R>(&key).to_vec());
        self.new_rows = self.new_rows.after(key);
        self.state = None;
        Ok(self)
    }

    /// Reads a page of at most `size` rows, from the beginning or after a cursor. A `size` of 0 counts as 1.
    /// [`Page::next`] is the cursor of the next page, or `None` for the last page.
    ///
    /// Together, the pages of a query contain each of its rows exactly once, even if the migration moves records after
    /// a page was read.
    ///
    /// # Errors
    /// The cursor does not belong to this query, or a row cannot be read.
    pub fn page(self, cursor: Option<&str>, size: usize) -> Result<PageOf<New>, RowsError<S::Error>> {
        let mut scan = match cursor {
            Some(cursor) => self.after(cursor)?,
            None => self,
        };
        let size = size.max(1);
        // Read one row more than the page contains, to know whether there is a next page.
        scan.limit = size.saturating_add(1);
        let (mut rows, mut last) = (Vec::new(), Vec::new());
        while let Some((bytes, key, value)) = scan.advance()? {
            if rows.len() >= size {
                let next = Some(Cursor::new(R::__TABLE, scan.new_rows.direction(), &last));
                return Ok(Page { rows, next });
            }
            rows.push((key, value));
            last = bytes;
        }
        Ok(Page { rows, next: None })
    }

    /// Reads all records that have not moved yet, and the first row of the moved records.
    fn start(&mut self) -> Result<State<'s, S>, RowsError<S::Error>> {
        let backward = self.new_rows.direction() == Direction::Backward;
        let (mut old_rows, mut draft) = (BTreeMap::new(), Draft::default());
        let mut rows = RawScan::new(self.migrating.store, Old::TABLE, self.migrating.old_ranges.clone(), false);
        while let Some((key, value)) = rows.next()? {
            let (key, value) = (key.as_ref(), value.as_ref());
            let Some((primary, new_key, new_value)) = self.migrating.new_record(key, value)? else { continue };
            let mut matching_rows = Vec::new();
            R::__rowkey_keys(&new_key, &new_value, &mut draft, &mut |row| {
                let fields = fields::<R>(row);
                let is_after_cursor = match &self.fields_of_after {
                    None => true,
                    Some(after) if backward => fields < after.as_slice(),
                    Some(after) => fields > after.as_slice(),
                };
                if is_after_cursor && self.new_rows.is_match(row) && self.ranges.iter().any(|range| range.contains(row))
                {
                    matching_rows.push(row.to_vec());
                }
            })?;
            // If a record is stored under both keys, ignore the record under the old key.
            if matching_rows.is_empty()
                || self.migrating.store.get(New::TABLE, &primary).map_err(RowsError::Store)?.is_some()
            {
                continue;
            }
            for row in matching_rows {
                let old_row = OldRow { primary: primary.clone(), stored: (key.to_vec(), value.to_vec()), key: row };
                let other = old_rows.insert(fields::<R>(&old_row.key).to_vec(), old_row);
                if let Some(other) = other.filter(|other| R::__TABLE.is_unique() && other.primary != primary) {
                    return Err(taken::<R, _>(other.key, other.primary, primary));
                }
                if old_rows.len() > self.limit {
                    let _ = if backward { old_rows.pop_first() } else { old_rows.pop_last() };
                }
            }
        }
        Ok(State { old_rows, next_new_row: self.new_rows.next()? })
    }

    /// Returns the next row of the scan. An error ends the scan.
    fn advance(&mut self) -> NextRow<New, S> {
        let mut state = match self.state.take() {
            Some(state) => state,
            None => match self.start() {
                Ok(state) => state,
                Err(error) => {
                    self.state = Some(State { old_rows: BTreeMap::new(), next_new_row: None });
                    return Err(error);
                }
            },
        };
        let row = self.next_merged(&mut state);
        if row.is_err() {
            state = State { old_rows: BTreeMap::new(), next_new_row: None };
        }
        self.state = Some(state);
        row
    }

    /// Returns the next row in the order of the scan: the first of the remaining old rows, or the next new row.
    fn next_merged(&mut self, state: &mut State<'s, S>) -> NextRow<New, S> {
        let backward = self.new_rows.direction() == Direction::Backward;
        let first = if backward { state.old_rows.last_key_value() } else { state.old_rows.first_key_value() };
        if let Some((key, value)) = &state.next_new_row {
            let key = key.as_ref();
            let is_old_next = match first {
                None => false,
                Some((old, row)) => match fields::<R>(key).cmp(old) {
                    // The old and the new record have the same entry in a unique index.
                    core::cmp::Ordering::Equal => {
                        let mut primary = Vec::new();
                        let _ = R::__TABLE.primary_of(key, value.as_ref(), &mut primary);
                        return Err(taken::<R, _>(key.to_vec(), primary, row.primary.clone()));
                    }
                    order => order.is_gt() != backward,
                },
            };
            if !is_old_next {
                let (new, new_value) = R::__rowkey_read(self.migrating.store, key, value.as_ref(), &mut Vec::new())?;
                let row = (key.to_vec(), new, new_value);
                state.next_new_row = self.new_rows.next()?;
                return Ok(Some(row));
            }
        }
        let old = if backward { state.old_rows.pop_last() } else { state.old_rows.pop_first() };
        let Some((_, OldRow { key, stored, .. })) = old else { return Ok(None) };
        let new_record = self.migrating.new_record(&stored.0, &stored.1)?;
        Ok(new_record.map(|(_, new_key, new_value)| (key, new_key, new_value)))
    }
}

#[cold]
fn taken<R: ScanRow, E>(entry: Vec<u8>, record: Vec<u8>, rejected: Vec<u8>) -> RowsError<E> {
    RowsError::Taken { index: R::__TABLE, entry, record, rejected }
}

/// Returns the encoded fields of a key, without namespace and salt.
fn fields<R: ScanRow>(key: &[u8]) -> &[u8] {
    key.get(R::__TABLE.layout().fields_offset()..).unwrap_or_default()
}

impl<S, Old, New, F, R> Iterator for MigratingScan<'_, '_, S, Old, New, F, R>
where
    S: Read,
    Old: Record + OwnedKey,
    New: Record + OwnedKey,
    F: Fn(Old, Old::Value) -> Option<(New, New::Value)>,
    R: FindsMoved<New>,
{
    type Item = Result<(New, New::Value), RowsError<S::Error>>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = self.advance().transpose()?;
        Some(row.map(|(_, key, value)| (key, value)))
    }
}

impl<S, Old, New, F, R> FusedIterator for MigratingScan<'_, '_, S, Old, New, F, R>
where
    S: Read,
    Old: Record + OwnedKey,
    New: Record + OwnedKey,
    F: Fn(Old, Old::Value) -> Option<(New, New::Value)>,
    R: FindsMoved<New>,
{
}

impl<S: Read, Old, New: Record, F, R: ScanRow> fmt::Debug for MigratingScan<'_, '_, S, Old, New, F, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MigratingScan")
            .field("table", &R::__TABLE.name())
            .field("backward", &(self.new_rows.direction() == Direction::Backward))
            .finish_non_exhaustive()
    }
}
