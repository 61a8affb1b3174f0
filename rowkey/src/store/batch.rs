//! Batches: several writes that are collected first and stored together. The unique indexes are checked once, at the
//! end, so that two records of a batch can swap their entries.

use super::edit::{Edit, Edited, edit_value};
use super::error::RowsError;
use super::rows::{Rows, is_left_over};
use super::scan::read_value;
use super::{Read, Table, Write};
use crate::record::{ChangeError, Record};
use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::vec::Vec;
use core::fmt;

/// A collection of writes that [`Rows::batch`] stores together.
///
/// Each operation sees the operations before it. Nothing is written before the batch ends.
pub struct Batch<'r, S> {
    rows: &'r mut Rows<S>,
    /// The rows that the batch changes, by the name of their table and their key.
    changed: BTreeMap<(&'static str, Vec<u8>), ChangedRow>,
}

struct ChangedRow {
    table: &'static Table,
    /// The value in the store before the batch. Always `None` unless the row is an entry of a unique index.
    stored: Option<Vec<u8>>,
    /// The records that have this row after the batch: for each record, its primary key and the value that it gives to
    /// the row. Empty if the batch deletes the row. If two records have the same unique entry at the end,
    /// [`Batch::finish`] rejects the batch.
    records_after: Vec<(Vec<u8>, Vec<u8>)>,
}

impl ChangedRow {
    /// Returns the value of the row after the batch, or `None` if the batch deletes the row.
    fn value(&self) -> Option<&[u8]> {
        self.records_after.last().map(|(_, value)| value.as_slice())
    }

    /// Returns the phase in which the row is written: first puts of entries, then records, then deletes of entries.
    fn phase(&self) -> u8 {
        match (self.table.is_index(), self.records_after.is_empty()) {
            (true, false) => 0,
            (false, _) => 1,
            (true, true) => 2,
        }
    }
}

impl<S: Read> Rows<S> {
    /// Collects the writes of the closure. After the closure has returned, checks the unique indexes and stores all
    /// writes. Two records can therefore swap their entries in a unique index.
    ///
    /// # Errors
    /// The error of the closure, or [`RowsError::Taken`] if two records would have the same entry in a unique index. In
    /// both cases, nothing is written. If the store fails to write, the transaction must be aborted: see
    /// [`RowsError::Poisoned`].
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows};
    ///
    /// #[derive(Debug, PartialEq, RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, indexes(SeatByGuest))]
    /// struct SeatKey {
    ///     seat: u16,
    /// }
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(index_of = SeatKey, unique)]
    /// struct SeatByGuest {
    ///     #[rowkey(from = value)]
    ///     guest: String,
    /// }
    ///
    /// let mut rows = Rows::new(Memory::new());
    /// rows.put(&SeatKey { seat: 1 }, &"Ada".into())?;
    /// rows.put(&SeatKey { seat: 2 }, &"Bob".into())?;
    ///
    /// rows.batch(|batch| {
    ///     batch.put(&SeatKey { seat: 1 }, &"Bob".into())?;
    ///     batch.put(&SeatKey { seat: 2 }, &"Ada".into())
    /// })?;
    /// let (seat, _) = rows.find(&SeatByGuest { guest: "Ada".into() })?.unwrap();
    /// assert_eq!(seat, SeatKey { seat: 2 });
    ///
    /// let error = rows.batch(|batch| batch.put(&SeatKey { seat: 3 }, &"Ada".into())).unwrap_err();
    /// assert!(error.is_taken::<SeatByGuest>());
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn batch<R>(
        &mut self,
        write: impl FnOnce(&mut Batch<'_, S>) -> Result<R, RowsError<S::Error>>,
    ) -> Result<R, RowsError<S::Error>>
    where
        S: Write,
    {
        self.check_not_poisoned()?;
        let mut batch = Batch { rows: self, changed: BTreeMap::new() };
        let returned = write(&mut batch)?;
        batch.finish()?;
        Ok(returned)
    }
}

impl<S: Write> Batch<'_, S> {
    /// Returns the value of a record, if the record exists after the operations so far.
    ///
    /// # Errors
    /// The same as [`Rows::get`].
    pub fn get<K: Record>(&self, key: &K) -> Result<Option<K::Value>, RowsError<S::Error>> {
        let key = key.try_encode().map_err(|error| ChangeError::of_key(K::TABLE, error))?;
        let value = self.value(K::TABLE, key.as_ref())?;
        value.map(|value| read_value::<K, _>(key.as_ref(), &value)).transpose()
    }

    /// Stores a record and its entries. Replaces a record with the same key.
    ///
    /// # Errors
    /// The key, the value or an entry cannot be encoded. If the key type has indexes, also fails if the value that the
    /// record had before cannot be read.
    pub fn put<K: Record>(&mut self, key: &K, value: &K::Value) -> Result<(), RowsError<S::Error>> {
        self.rows.draft.start(K::TABLE, key)?;
        let mut stored = None;
        if !K::TABLE.indexes().is_empty() {
            stored = self.value(K::TABLE, self.rows.draft.primary())?;
        }
        let old = stored.as_ref().map(|stored| read_value::<K, _>(self.rows.draft.primary(), stored)).transpose()?;
        let read = self.rows.draft.set_value::<K>(value)?;
        if stored.is_some() && self.rows.draft.value() == stored.as_deref() {
            return Ok(());
        }
        key.__rowkey_entries(old.as_ref(), read.as_ref().or(Some(value)), &mut self.rows.draft)?;
        self.rows.draft.finish(K::TABLE, stored.as_deref());
        self.add_draft()
    }

    /// Stores a new record and its entries.
    ///
    /// # Errors
    /// [`RowsError::Exists`] if a record with this key exists, and the errors of [`put`](Self::put).
    pub fn insert<K: Record>(&mut self, key: &K, value: &K::Value) -> Result<(), RowsError<S::Error>> {
        self.rows.draft.start(K::TABLE, key)?;
        let primary = self.rows.draft.primary();
        if self.value(K::TABLE, primary)?.is_some() {
            return Err(RowsError::Exists { table: K::TABLE, key: primary.into(), old: None });
        }
        self.rows.draft.set_new_record(key, value)?;
        self.rows.draft.finish(K::TABLE, None);
        self.add_draft()
    }

    /// Changes the value of a record in place. Returns the result of the closure, or `None` if the record does not
    /// exist. The changed value is stored whatever the closure returns.
    ///
    /// # Errors
    /// The same as [`put`](Self::put), or the stored value cannot be read.
    pub fn update<K: Record, R>(
        &mut self,
        key: &K,
        change: impl FnOnce(&mut K::Value) -> R,
    ) -> Result<Option<R>, RowsError<S::Error>> {
        self.try_update(key, |value| Ok(change(value)))
    }

    /// Changes the value of a record in place if the closure returns `Ok`: see [`Rows::try_update`].
    ///
    /// # Errors
    /// The error of the closure, or an error of [`update`](Self::update). After an error, the batch is as it was before
    /// the call.
    pub fn try_update<K: Record, R, E: From<RowsError<S::Error>>>(
        &mut self,
        key: &K,
        change: impl FnOnce(&mut K::Value) -> Result<R, E>,
    ) -> Result<Option<R>, E> {
        self.edit_existing(key, change)
    }

    /// Changes the value of a record in place. If the record does not exist, creates a value with `new`, changes it
    /// with `change`, and stores it. Returns the result of `change`.
    ///
    /// # Errors
    /// The same as [`put`](Self::put), or the stored value cannot be read.
    pub fn upsert<K: Record, R>(
        &mut self,
        key: &K,
        new: impl FnOnce() -> K::Value,
        change: impl FnOnce(&mut K::Value) -> R,
    ) -> Result<R, RowsError<S::Error>> {
        self.try_upsert(key, new, |value| Ok(change(value)))
    }

    /// Changes the value of a record in place, or creates a value with `new` and changes it, if the closure `change`
    /// returns `Ok`: see [`Rows::try_upsert`].
    ///
    /// # Errors
    /// The error of `change`, or an error of [`upsert`](Self::upsert). After an error, the batch is as it was before
    /// the call.
    pub fn try_upsert<K: Record, R, E: From<RowsError<S::Error>>>(
        &mut self,
        key: &K,
        new: impl FnOnce() -> K::Value,
        change: impl FnOnce(&mut K::Value) -> Result<R, E>,
    ) -> Result<R, E> {
        self.edit_or_insert(key, new, change)
    }

    /// Removes a record and its entries. Returns the value, or `None` if the record does not exist.
    ///
    /// # Errors
    /// The key cannot be encoded, or the stored value cannot be read.
    pub fn take<K: Record>(&mut self, key: &K) -> Result<Option<K::Value>, RowsError<S::Error>> {
        self.edit(key, Edited::Removed)
    }

    /// Returns the value of a row after the operations of this batch so far.
    fn value(&self, table: &'static Table, key: &[u8]) -> Result<Option<Vec<u8>>, RowsError<S::Error>> {
        if let Some(row) = self.changed.get(&(table.name(), key.to_vec())) {
            return Ok(row.value().map(<[u8]>::to_vec));
        }
        let stored = self.rows.tables.get(table, key)?;
        Ok(stored.map(|stored| stored.as_ref().to_vec()))
    }

    fn add_draft(&mut self) -> Result<(), RowsError<S::Error>> {
        let Self { rows, changed } = self;
        let changes = rows.draft.changes();
        // All rows are read before the first change is added, so that a read error leaves no part of this operation in
        // the batch.
        for change in changes.iter().filter(|change| change.table.is_unique()) {
            if let Entry::Vacant(row) = changed.entry((change.table.name(), change.key.to_vec())) {
                let stored = rows.tables.get(change.table, change.key)?;
                let stored = stored.map(|stored| stored.as_ref().to_vec());
                let is_left_over = is_left_over(&rows.tables, change.table, change.key, stored.as_deref())?;
                let record_and_value = |value: &Vec<u8>| {
                    let (record, _) = change.table.split_entry(value).unwrap_or_default();
                    (record.to_vec(), value.clone())
                };
                let records_after = stored.iter().filter(|_| !is_left_over).map(record_and_value).collect();
                row.insert(ChangedRow { table: change.table, stored, records_after });
            }
        }
        let primary = changes.primary();
        for change in changes {
            let row = changed.entry((change.table.name(), change.key.to_vec()));
            let row =
                row.or_insert_with(|| ChangedRow { table: change.table, stored: None, records_after: Vec::new() });
            row.records_after.retain(|(record, _)| change.table.is_unique() && record != primary);
            row.records_after.extend(change.value.map(|value| (primary.to_vec(), value.to_vec())));
        }
        Ok(())
    }

    fn finish(self) -> Result<(), RowsError<S::Error>> {
        let Self { rows, changed } = self;
        for ((_, entry), row) in &changed {
            if let [(record, _), (rejected, _), ..] = row.records_after.as_slice() {
                let [record, rejected] = [record, rejected].map(Clone::clone);
                return Err(RowsError::Taken { index: row.table, entry: entry.clone(), record, rejected });
            }
        }
        for ((_, key), row) in changed.iter().filter(|(_, row)| row.value().is_some()) {
            rows.tables.check_key(row.table, key)?;
        }
        for phase in 0..3 {
            for ((_, key), row) in changed.iter().filter(|(_, row)| row.phase() == phase) {
                let value = row.value();
                if row.table.is_unique() && value == row.stored.as_deref() {
                    continue;
                }
                match value {
                    Some(value) => rows.tables.put(row.table, key, value)?,
                    None => rows.tables.delete(row.table, key)?,
                }
            }
        }
        Ok(())
    }
}

impl<S: Write> Edit for Batch<'_, S> {
    type Error = S::Error;

    fn edit<K: Record, R>(
        &mut self,
        key: &K,
        edit: impl FnOnce(Option<K::Value>) -> Edited<K::Value, R>,
    ) -> Result<R, RowsError<S::Error>> {
        self.rows.draft.start(K::TABLE, key)?;
        let stored = self.value(K::TABLE, self.rows.draft.primary())?;
        let (returned, is_changed) = edit_value(&mut self.rows.draft, key, stored.as_deref(), edit)?;
        if is_changed {
            self.rows.draft.finish(K::TABLE, None);
            self.add_draft()?;
        }
        Ok(returned)
    }
}

impl<S> fmt::Debug for Batch<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batch").field("changed_rows", &self.changed.len()).finish_non_exhaustive()
    }
}
