//! Reads records while a migration moves them.

use super::error::RowsError;
use super::raw::{RawScan, StoredRow};
use super::rows::Rows;
use super::scan::{decode, read_value};
use super::{Direction, Read};
use crate::key::OwnedKey;
use crate::query::Query;
use crate::query::cursor::{Cursor, CursorError, Page, Position};
use crate::query::ranges::Ranges;
use crate::range::KeyRange;
use crate::record::{ChangeError, Record};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

impl<S: Read> Rows<S> {
    /// Returns a reader that sees the records as if [`migrate`](Self::migrate) had moved all of them already. The
    /// reader sees each record exactly once, whether it is stored under its old key or under its new key.
    ///
    /// Pass the query and the closure of the migration. The store must be a snapshot or a transaction, so that no record moves
    /// between two reads.
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
    /// # Ok::<(), rowkey::store::RowsError<std::convert::Infallible>>(())
    /// ```
    pub fn migrating<Q, K, F>(&self, query: Q, change: F) -> Migrating<'_, S, Q::Key, K, F>
    where
        Q: Query<Key: Record + OwnedKey>,
        K: Record + OwnedKey,
        F: Fn(Q::Key, <Q::Key as Record>::Value) -> Option<(K, K::Value)>,
    {
        const { K::TABLE.check_migration(Q::Key::TABLE) };
        Migrating { store: &self.store, old: query.__plan(), change, keys: PhantomData }
    }
}

/// Reads records while a migration moves them from the key `Old` to the key `New`: the return type of
/// [`Rows::migrating`].
pub struct Migrating<'s, S, Old, New, F> {
    store: &'s S,
    old: Ranges,
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
    /// Returns the value of a record, whether or not it has moved. `old` is its key before the migration.
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
        if !self.old.contains(&old) {
            return Ok(None);
        }
        let Some(value) = self.store.get(Old::TABLE, &old).map_err(RowsError::Store)? else { return Ok(None) };
        let changed = self.changed(&old, value.as_ref())?;
        Ok(changed.filter(|(key, ..)| *key == new).map(|(_, _, value)| value))
    }

    /// Returns the records of a query of the new key, in the order of the new keys.
    ///
    /// The scan first reads the records of the migration's query that have not moved yet, and keeps the matching ones
    /// in memory. [`page`](MigratingScan::page) keeps only as many of them as a page holds.
    pub fn scan<Q: Query<Key = New>>(&self, query: Q) -> MigratingScan<'_, 's, S, Old, New, F> {
        let ranges = query.__plan();
        MigratingScan {
            migrating: self,
            ranges: ranges.clone().collect(),
            new: RawScan::new(self.store, New::TABLE, ranges, false),
            after: None,
            limit: usize::MAX,
            state: None,
        }
    }

    /// Returns an old record as the migration changes it, with the bytes of its new key.
    fn changed(&self, key: &[u8], value: &[u8]) -> Result<Option<Changed<New>>, RowsError<S::Error>> {
        let value = read_value::<Old, _>(key, value)?;
        let Some((key, value)) = (self.change)(decode(Old::TABLE, key)?, value) else { return Ok(None) };
        Ok(Some((encoded(&key)?, key, value)))
    }
}

/// The bytes of a new key, the key, and the value.
type Changed<K> = (Vec<u8>, K, <K as Record>::Value);

fn encoded<K: Record, E>(key: &K) -> Result<Vec<u8>, RowsError<E>> {
    let bytes = key.try_encode().map_err(|error| ChangeError::of_key(K::TABLE, error))?;
    Ok(bytes.as_ref().to_vec())
}

impl<S, Old, New, F> fmt::Debug for Migrating<'_, S, Old, New, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Migrating").field("old", &self.old).finish_non_exhaustive()
    }
}

/// The records of a query while a migration moves them: an iterator over `Result`s, the return type of
/// [`Migrating::scan`].
#[must_use = "scans are lazy: nothing is read until the scan is iterated over"]
pub struct MigratingScan<'m, 's, S: Read, Old, New: Record, F> {
    migrating: &'m Migrating<'s, S, Old, New, F>,
    ranges: Vec<KeyRange>,
    new: RawScan<'s, S>,
    /// The scan continues after the fields of this key.
    after: Option<Vec<u8>>,
    /// The number of old records to keep.
    limit: usize,
    /// `None` until the first row is read.
    state: Option<State<'s, S, New>>,
}

struct State<'s, S: Read + 's, New: Record> {
    /// The old records by the encoded fields of their new keys, which is the order of the scan.
    old: BTreeMap<Vec<u8>, Changed<New>>,
    /// The next row of the new table.
    head: Option<StoredRow<'s, S>>,
}

/// A page of records: pairs of key and value.
type PageOf<K> = Page<(K, <K as Record>::Value)>;

/// A row of a merged scan: the stored key, the key, and the value.
type Merged<K, S> = Result<Option<Changed<K>>, RowsError<<S as Read>::Error>>;

impl<'s, S, Old, New, F> MigratingScan<'_, 's, S, Old, New, F>
where
    S: Read,
    Old: Record + OwnedKey,
    New: Record + OwnedKey,
    F: Fn(Old, Old::Value) -> Option<(New, New::Value)>,
{
    /// Reads from the last row to the first. A second `rev` reverses the order again.
    pub fn rev(mut self) -> Self {
        self.new = self.new.reversed();
        self.state = None;
        self
    }

    /// Continues after the position of a cursor, even if a step of the migration has moved records since the cursor was
    /// returned. Call [`rev`](Self::rev) first if the cursor belongs to a reversed scan.
    ///
    /// The cursors are cursors of the new table, so they stay valid when the migration has finished.
    ///
    /// # Errors
    /// The text is not a cursor, or belongs to another table, layout or direction, or is outside of the query.
    pub fn after(mut self, cursor: &str) -> Result<Self, CursorError> {
        let key = Position::read(cursor)?.key_of::<New>(self.new.direction(), |key| self.new.contains(key))?;
        self.after = Some(fields::<New>(&key).to_vec());
        self.new = self.new.after(key);
        self.state = None;
        Ok(self)
    }

    /// Reads a page of at most `size` rows, from the beginning or after the position of a cursor. A `size` of 0 counts as 1.
    /// The page has the cursor of the next page, unless this page is the last one.
    ///
    /// Together, the pages of a query contain exactly its rows, although records move between two pages.
    ///
    /// # Errors
    /// The cursor does not belong to this query, or a row cannot be read.
    pub fn page(self, cursor: Option<&str>, size: usize) -> Result<PageOf<New>, RowsError<S::Error>> {
        let mut scan = match cursor {
            Some(cursor) => self.after(cursor)?,
            None => self,
        };
        let size = size.max(1);
        // Reads one row more than the page holds, to know whether there is a next page.
        scan.limit = size.saturating_add(1);
        let (mut rows, mut last) = (Vec::new(), Vec::new());
        while let Some((bytes, key, value)) = scan.advance()? {
            if rows.len() >= size {
                let next = Some(Cursor::new(New::TABLE, scan.new.direction(), &last));
                return Ok(Page { rows, next });
            }
            rows.push((key, value));
            last = bytes;
        }
        Ok(Page { rows, next: None })
    }

    /// Reads the records that have not moved yet, and the first row of the new table.
    fn start(&mut self) -> Result<State<'s, S, New>, RowsError<S::Error>> {
        let backward = self.new.direction() == Direction::Backward;
        let mut old = BTreeMap::new();
        let mut rows = RawScan::new(self.migrating.store, Old::TABLE, self.migrating.old.clone(), false);
        while let Some((key, value)) = rows.next()? {
            let Some(row) = self.migrating.changed(key.as_ref(), value.as_ref())? else { continue };
            let fields = fields::<New>(&row.0);
            let is_due = match &self.after {
                None => true,
                Some(after) if backward => fields < after.as_slice(),
                Some(after) => fields > after.as_slice(),
            };
            if is_due && self.new.is_match(&row.0) && self.ranges.iter().any(|range| range.contains(&row.0)) {
                old.insert(fields.to_vec(), row);
            }
            if old.len() > self.limit {
                let _ = if backward { old.pop_first() } else { old.pop_last() };
            }
        }
        Ok(State { old, head: self.new.next()? })
    }

    /// Returns the next row. The iterator ends after an error.
    fn advance(&mut self) -> Merged<New, S> {
        let mut state = match self.state.take() {
            Some(state) => state,
            None => match self.start() {
                Ok(state) => state,
                Err(error) => {
                    self.state = Some(State { old: BTreeMap::new(), head: None });
                    return Err(error);
                }
            },
        };
        let row = self.next_of(&mut state);
        if row.is_err() {
            state = State { old: BTreeMap::new(), head: None };
        }
        self.state = Some(state);
        row
    }

    fn next_of(&mut self, state: &mut State<'s, S, New>) -> Merged<New, S> {
        let backward = self.new.direction() == Direction::Backward;
        let first = if backward { state.old.last_entry() } else { state.old.first_entry() };
        if let Some((key, value)) = &state.head {
            let key = key.as_ref();
            let is_old_next = match first {
                None => false,
                Some(old) => match fields::<New>(key).cmp(old.key()) {
                    // The record is stored under both keys. The record under the new key is the valid one.
                    core::cmp::Ordering::Equal => {
                        old.remove();
                        false
                    }
                    order => order.is_gt() != backward,
                },
            };
            if !is_old_next {
                let row = (key.to_vec(), decode(New::TABLE, key)?, read_value::<New, _>(key, value.as_ref())?);
                state.head = self.new.next()?;
                return Ok(Some(row));
            }
        }
        let old = if backward { state.old.pop_last() } else { state.old.pop_first() };
        Ok(old.map(|(_, row)| row))
    }
}

/// Returns the encoded fields of a key, without namespace and salt.
fn fields<K: Record>(key: &[u8]) -> &[u8] {
    key.get(K::LAYOUT.fields_at()..).unwrap_or_default()
}

impl<S, Old, New, F> Iterator for MigratingScan<'_, '_, S, Old, New, F>
where
    S: Read,
    Old: Record + OwnedKey,
    New: Record + OwnedKey,
    F: Fn(Old, Old::Value) -> Option<(New, New::Value)>,
{
    type Item = Result<(New, New::Value), RowsError<S::Error>>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = self.advance().transpose()?;
        Some(row.map(|(_, key, value)| (key, value)))
    }
}

impl<S, Old, New, F> FusedIterator for MigratingScan<'_, '_, S, Old, New, F>
where
    S: Read,
    Old: Record + OwnedKey,
    New: Record + OwnedKey,
    F: Fn(Old, Old::Value) -> Option<(New, New::Value)>,
{
}

impl<S: Read, Old, New: Record, F> fmt::Debug for MigratingScan<'_, '_, S, Old, New, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MigratingScan")
            .field("table", &New::TABLE.name())
            .field("backward", &(self.new.direction() == Direction::Backward))
            .finish_non_exhaustive()
    }
}
