//! Deletes all rows of a key type without decoding them: `Rows::clear` removes records with their entries,
//! `Rows::drop_index` deletes the entries of removed indexes, and `Rows::drop_table` removes empty tables.

use super::error::RowsError;
use super::layouts::{self, RecordedLayout};
use super::raw::RawScan;
use super::rebuild::Progress;
use super::rows::Rows;
use super::walk::{Visit, Walk};
use super::{Direction, Read, RemovedIndex, Write};
use crate::query::cursor::{Cursor, CursorContent, CursorError};
use crate::range::KeyRange;
use crate::record::Record;
use crate::record::table::Table;

impl<S: Read> Rows<S> {
    /// Removes all records of a key type and all entries of their indexes. Returns the number of records.
    ///
    /// `clear` decodes no keys or values. So it also removes rows that cannot be read, and entries that belong to no
    /// record. If the key has a namespace, rows with other namespaces remain in the table. If the key has no namespace,
    /// all rows of its table are removed: no other kind of rows may [share](super::Table) such a table.
    ///
    /// `clear` marks all indexes of the key as built, because no records are left whose entries could be missing. So an
    /// index that was added to existing records needs no [`rebuild`](Self::rebuild) after `clear`.
    ///
    /// # Errors
    /// The store could not read or write.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw)]
    /// struct HostKey {
    ///     host: u16,
    /// }
    ///
    /// let mut rows = Rows::new(Memory::new());
    /// for host in 0..5 {
    ///     rows.put(&HostKey { host }, &"up".into())?;
    /// }
    /// assert_eq!(rows.clear::<HostKey>()?, 5);
    /// assert_eq!(rows.count(HostKey::prefix())?, 0);
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn clear<K: Record>(&mut self) -> Result<u64, RowsError<S::Error>>
    where
        S: Write,
    {
        self.check_not_poisoned()?;
        let cleared = self.clear_with_indexes(K::TABLE);
        // Some rows may already be deleted, so the transaction must not be committed.
        self.tables.poisoned |= cleared.is_err();
        cleared
    }

    /// Deletes the next `batch` entries of removed indexes, which `indexes(..)` no longer lists. `indexes` is one
    /// [`RemovedIndex`], or an array or slice of them. Pass `None` as the first cursor. Then pass [`Progress::next`] of
    /// the last step, until it is `None`. Call `drop_index` in a transaction of its own for each step.
    ///
    /// [`Progress::stale`] is the number of deleted entries. In a store without transactions, the first step only records that
    /// entries of the indexes are missing, so that no program reads an index whose entries are partly deleted.
    ///
    /// The step that deletes the last entries of an index also
    /// deletes the recorded layout of the index, and removes the table if the table has no other rows. In a
    /// store that cannot remove a table in a transaction, an empty table stays. If an older version of your program, which
    /// still lists the index, runs after the first step, that version must rebuild the index.
    ///
    /// An index in `indexes` that the store does not have is not an error, because an earlier run of the program may
    /// have deleted it. A program can therefore call `drop_index` at each start. But suppose that the store does not
    /// have the index `users.nmae` of `indexes`, and has recorded an index `users.name` of the same records that is
    /// neither in `indexes` nor in `indexes(..)`. Then the name `users.nmae` is probably misspelled, and the call
    /// returns an error. So pass all removed indexes of the same records in one call.
    ///
    /// # Errors
    /// [`RowsError::UnknownIndex`] if the name of an index in `indexes` is probably misspelled. In this case, nothing
    /// is deleted. Also fails if the cursor is not from an earlier step, or if the store could not read or write. A
    /// store that records layouts also returns an error if the table contains other rows than the entries of an index
    /// of these records. Rows in the same table with another namespace are allowed if neither namespace is the
    /// beginning of the other.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::record::Record;
    /// use rowkey::store::{Memory, RemovedIndex, Rows, Write};
    ///
    /// /// An earlier version of the program listed the index `users.name`.
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "users")]
    /// struct UserKey {
    ///     user: u32,
    /// }
    ///
    /// static USER_BY_NAME: RemovedIndex = RemovedIndex::new("users.name", b"", UserKey::TABLE);
    ///
    /// let mut store = Memory::new();
    /// store.put(USER_BY_NAME.table(), b"Ada\0\0\0\0\0\x07", b"").unwrap();
    ///
    /// let mut cursor: Option<String> = None;
    /// loop {
    ///     let mut rows = Rows::new(&mut store); // a transaction
    ///     let step = rows.drop_index(&USER_BY_NAME, cursor.as_deref(), 10_000)?;
    ///     println!("{} entries deleted", step.stale);
    ///     cursor = step.next.map(String::from);
    ///     if cursor.is_none() {
    ///         break;
    ///     }
    /// }
    /// assert_eq!(store.tables().count(), 0);
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn drop_index<I: AsRef<[RemovedIndex]> + ?Sized>(
        &mut self,
        indexes: &'static I,
        cursor: Option<&str>,
        batch: usize,
    ) -> Result<Progress, RowsError<S::Error>>
    where
        S: Write,
    {
        self.check_not_poisoned()?;
        let mut indexes = indexes.as_ref();
        let mut walk = Walk::new(batch.max(1) as u64, true);
        if let Some(cursor) = cursor {
            let content = CursorContent::read(cursor)?;
            indexes = remaining_indexes(indexes, &content)?;
            // Without a key, the cursor is of a step that has deleted nothing.
            walk.after = Some(content.key).filter(|key| !key.is_empty());
        } else {
            self.check_removed_indexes_exist(indexes)?;
        }
        let mut next = None;
        let is_marked = !S::HAS_TRANSACTIONS && self.mark_all_incomplete(indexes)?;
        for index in indexes {
            let is_end =
                !is_marked && walk.room(&self.tables) > 0 && self.drop_some(self.recorded_table(index)?, &mut walk)?;
            let after = walk.after.take().unwrap_or_default();
            if !is_end {
                next = Some(Cursor::new(index.table(), Direction::Forward, &after));
                break;
            }
        }
        Ok(Progress { checked: walk.done, stale: walk.done, next, ..Progress::default() })
    }
}

/// Returns the index that the cursor belongs to, and the indexes after it.
fn remaining_indexes(
    indexes: &'static [RemovedIndex],
    cursor: &CursorContent,
) -> Result<&'static [RemovedIndex], CursorError> {
    let mut error = CursorError::OtherTable;
    for (skipped, index) in indexes.iter().enumerate() {
        match cursor.check(index.table().rows_fingerprint(), Direction::Forward) {
            Ok(()) if cursor.key.is_empty() || cursor.key.starts_with(index.table().namespace()) => {
                return Ok(indexes.get(skipped..).unwrap_or_default());
            }
            Ok(()) => error = CursorError::Damaged,
            Err(CursorError::OtherTable) => {}
            Err(other) => error = other,
        }
    }
    Err(error)
}

impl<S: Write> Rows<S> {
    /// Returns the table of a removed index, with its recorded layout if there is one: some stores need it to find the
    /// entries.
    fn recorded_table(&self, index: &'static RemovedIndex) -> Result<&'static Table, RowsError<S::Error>> {
        let recorded = RecordedLayout::of(&self.tables.store, index.table()).map_err(RowsError::Store)?;
        Ok(recorded.map_or(index.table(), |recorded| index.with_layout(recorded.description.layout())))
    }

    /// Records that entries of removed indexes are missing. Returns false if this is recorded already.
    ///
    /// A store without transactions deletes entries one after the other. Before the first of them is deleted, no program may
    /// find the index built.
    fn mark_all_incomplete(&mut self, indexes: &'static [RemovedIndex]) -> Result<bool, RowsError<S::Error>> {
        let mut is_changed = false;
        for index in indexes.iter().map(RemovedIndex::table) {
            let recorded = RecordedLayout::of(&self.tables.store, index).map_err(RowsError::Store)?;
            if recorded.is_some_and(|recorded| recorded.state.is_built) {
                self.tables.record(index)?;
                self.tables.mark_incomplete(index)?;
                is_changed = true;
            }
        }
        Ok(is_changed)
    }

    /// Deletes entries of a removed index. If no entries are left, also deletes the recorded layout of the index, removes
    /// the table if it has no other rows, and returns true.
    fn drop_some(&mut self, table: &'static Table, walk: &mut Walk) -> Result<bool, RowsError<S::Error>> {
        let is_end = self.delete_rows(table, walk)?;
        if S::HAS_TRANSACTIONS {
            self.tables.mark_incomplete(table)?;
        }
        if is_end {
            self.tables.delete_layout(table)?;
            self.remove_empty(table)?;
        }
        Ok(is_end)
    }
}

impl<S: Write> Rows<S> {
    /// Deletes the recorded layouts of the records of `K` and of their indexes, so that other rows can have the names
    /// of these tables. Call `drop_table` after a migration, when the program no longer uses `K`.
    ///
    /// Also removes each table from the store, unless the table has rows with another namespace. In a store that
    /// cannot remove a table in a transaction, an empty table stays. If the layouts are deleted already, `drop_table` does nothing.
    ///
    /// # Errors
    /// [`RowsError::NotEmpty`] if records or entries are stored, and [`RowsError::Unlisted`] if the store has an index
    /// of these records that `K` does not list. In both cases, nothing is deleted. Also fails if the store could not
    /// read or write.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows, RowsError};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "orders")]
    /// struct OrderKeyV1 {
    ///     order: u32,
    /// }
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "orders.2")]
    /// struct OrderKey {
    ///     order: u64,
    /// }
    ///
    /// let mut rows = Rows::new(Memory::new());
    /// rows.put(&OrderKeyV1 { order: 7 }, &"tea".into())?;
    /// assert!(matches!(rows.drop_table::<OrderKeyV1>(), Err(RowsError::NotEmpty { .. })));
    ///
    /// rows.migrate(OrderKeyV1::prefix(), None, 100, |key, value| Some((OrderKey { order: key.order.into() }, value)))?;
    /// rows.drop_table::<OrderKeyV1>()?;
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn drop_table<K: Record>(&mut self) -> Result<(), RowsError<S::Error>> {
        self.check_not_poisoned()?;
        self.check_lists_all_indexes(K::TABLE)?;
        let tables = [&[K::TABLE], K::TABLE.indexes()].concat();
        for &table in &tables {
            if self.has_rows(table, table.namespace())? {
                return Err(RowsError::NotEmpty { table });
            }
        }
        for &table in &tables {
            self.tables.delete_layout(table)?;
        }
        tables.into_iter().try_for_each(|table| self.remove_empty(table))
    }
}

impl<S: Read> Rows<S> {
    pub(super) fn has_rows(&self, table: &'static Table, namespace: &[u8]) -> Result<bool, RowsError<S::Error>> {
        layouts::has_rows(self.tables.to_read(table)?, table, namespace).map_err(RowsError::Store)
    }
}

impl<S: Write> Rows<S> {
    /// Removes a table from the store if it has no rows at all, whatever their namespace.
    fn remove_empty(&mut self, table: &'static Table) -> Result<(), RowsError<S::Error>> {
        if self.has_rows(table, b"")? {
            return Ok(());
        }
        self.tables.remove_table(table)
    }

    fn clear_with_indexes(&mut self, table: &'static Table) -> Result<u64, RowsError<S::Error>> {
        // Delete the records before their entries, so that no record is ever without its entries.
        let count = self.clear_table(table)?;
        for index in table.indexes() {
            self.clear_table(index)?;
            if !self.tables.is_built(index)? {
                self.tables.set_built(index)?;
            }
        }
        Ok(count)
    }

    fn clear_table(&mut self, table: &'static Table) -> Result<u64, RowsError<S::Error>> {
        let mut walk = Walk::new(u64::MAX, false);
        self.delete_rows(table, &mut walk)?;
        Ok(walk.done)
    }

    /// Deletes the rows of a table that a walk visits. Returns whether no rows are left.
    fn delete_rows(&mut self, table: &'static Table, walk: &mut Walk) -> Result<bool, RowsError<S::Error>> {
        let all = KeyRange::beginning_with(table.namespace());
        walk.visit_rows(
            self,
            |tables| RawScan::of_range(tables, table, all.clone()),
            |rows, room, key, _| {
                if room == 0 {
                    return Ok(Visit::NoRoom);
                }
                rows.tables.delete(table, key)?;
                Ok(Visit::Done)
            },
        )
    }
}
