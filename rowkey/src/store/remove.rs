//! Removes the records that a query matches, in batches.

use super::error::RowsError;
use super::raw::RawScan;
use super::rows::Rows;
use super::scan::{Missing, decode, ranges_of, read_value, write_primary};
use super::{Read, Write};
use crate::key::OwnedKey;
use crate::query::Query;
use crate::query::ranges::Ranges;
use crate::record::source::PathFrom;
use crate::record::{Record, Source};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// The number of rows of a transaction that stay free for what a job records: its cursor, and an index that is built.
pub(super) const ROOM_FOR_LAYOUTS: usize = 4;

/// The number of rows in a batch. A batch is read completely before its first row is removed, because an open scan
/// borrows the store.
pub(super) const BATCH_SIZE: usize = 1000;

type Result<T, S> = core::result::Result<T, RowsError<<S as Read>::Error>>;

/// The row through which a query found a record.
#[derive(Clone, Copy)]
pub(super) enum FoundRow<B> {
    /// The record itself, with this value.
    Record { value: B },
    /// An entry of an index, with this key.
    Entry { key: B },
}

impl FoundRow<Vec<u8>> {
    fn as_slice(&self) -> FoundRow<&[u8]> {
        match self {
            Self::Record { value } => FoundRow::Record { value },
            Self::Entry { key } => FoundRow::Entry { key },
        }
    }
}

/// For each record to remove, its primary key and the row through which the query found the record.
type FoundRecords = Vec<(Vec<u8>, FoundRow<Vec<u8>>)>;

impl<S: Read> Rows<S> {
    /// Removes all records that match a query, and their entries. The query is a query of the primary key or of an
    /// index. Returns the number of records.
    ///
    /// Reads the rows of the query in batches. Each batch starts after the last row of the previous batch, so that no
    /// row is read twice.
    ///
    /// # Errors
    /// A record cannot be read, or the store fails. If other records are already removed, all further writes fail with
    /// [`RowsError::Poisoned`], and the transaction must be aborted.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, indexes(NoteByWord))]
    /// struct NoteKey {
    ///     note: u16,
    /// }
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(index_of = NoteKey)]
    /// struct NoteByWord {
    ///     #[rowkey(from_each = value.split_whitespace())]
    ///     word: String,
    ///     note: u16,
    /// }
    ///
    /// let mut rows = Rows::new(Memory::new());
    /// for (note, text) in [(1, "buy bread"), (2, "bake bread"), (3, "read a book")] {
    ///     rows.put(&NoteKey { note }, &text.into())?;
    /// }
    /// assert_eq!(rows.remove_all(NoteByWord::prefix().word("bread"))?, 2);
    /// assert_eq!(rows.scan(NoteKey::prefix()).count(), 1);
    /// assert_eq!(rows.store().rows("NoteByWord").count(), 3);
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn remove_all<Q>(&mut self, query: Q) -> Result<u64, S>
    where
        S: Write,
        Q: Query,
        Q::Key: Source<Record: Record + OwnedKey>,
    {
        self.remove_up_to(query, u64::MAX, false)
    }

    /// Removes the first records of a query and their entries, at most `limit` records. Returns the number of removed
    /// records.
    ///
    /// If the transactions of the store have a limit, as in DynamoDB, removes only as many records as fit into this
    /// transaction. In a store without transactions, such as HBase, removes one. So call `remove_some` in transactions of its own until it
    /// returns 0.
    ///
    /// # Errors
    /// The same as [`remove_all`](Self::remove_all).
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, Rows};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw)]
    /// struct NoteKey {
    ///     note: u16,
    /// }
    ///
    /// let mut rows = Rows::new(Memory::new());
    /// for note in 0..50 {
    ///     rows.put(&NoteKey { note }, &"read".into())?;
    /// }
    /// // With an adapter: `while database.write(|rows| rows.remove_some(NoteKey::prefix(), 20))? > 0 {}`
    /// while rows.remove_some(NoteKey::prefix(), 20)? > 0 {}
    /// assert_eq!(rows.scan(NoteKey::prefix()).count(), 0);
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn remove_some<Q>(&mut self, query: Q, limit: u64) -> Result<u64, S>
    where
        S: Write,
        Q: Query,
        Q::Key: Source<Record: Record + OwnedKey>,
    {
        self.remove_up_to(query, limit, true)
    }
}

/// What happened to a record that was to be removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Removal {
    Removed,
    /// The record does not have the entry through which it was found, which is possible only if entries are hints.
    NotFound,
    /// The record does not fit into the transaction.
    NoRoom,
}

impl<S: Write> Rows<S> {
    /// Removes up to `limit` records. If `is_step` is true, ends before the first record that does not fit into the
    /// transaction.
    fn remove_up_to<Q>(&mut self, query: Q, limit: u64, is_step: bool) -> Result<u64, S>
    where
        Q: Query,
        Q::Key: Source<Record: Record + OwnedKey>,
    {
        let mut removed = 0;
        let outcome = self.remove_and_count(query, limit, is_step, &mut removed);
        if outcome.is_err() && removed > 0 {
            self.tables.poisoned = true;
        }
        outcome.map(|()| removed)
    }

    /// Counts the removed records in `removed`, even if a later record cannot be removed.
    fn remove_and_count<Q>(&mut self, query: Q, limit: u64, is_step: bool, removed: &mut u64) -> Result<(), S>
    where
        Q: Query,
        Q::Key: Source<Record: Record + OwnedKey>,
    {
        let ranges = ranges_of::<S, _>(query);
        let mut after = None;
        while *removed < limit {
            let size = usize::try_from(limit - *removed).map_or(BATCH_SIZE, |rest| rest.min(BATCH_SIZE));
            let (batch, last_key) = self.next_rows::<Q::Key>(ranges.clone(), after.take(), size)?;
            let is_last_batch = batch.len() < size;
            let mut seen = BTreeSet::new();
            let mut missing = Missing::default();
            for (primary, row) in &batch {
                // A record that has several entries in this batch is removed only once. Its entries in later batches
                // are deleted with it.
                if seen.contains(primary) {
                    continue;
                }
                let removal = self.remove::<Q::Key>(primary, row.as_slice(), is_step && *removed > 0);
                match missing.take(&self.tables, removal)? {
                    Some(Removal::Removed) => {
                        seen.insert(primary);
                        *removed += 1;
                    }
                    Some(Removal::NoRoom) => return missing.check(),
                    Some(Removal::NotFound) | None => {}
                }
            }
            missing.check()?;
            if is_last_batch {
                break;
            }
            after = last_key;
        }
        Ok(())
    }

    /// Reads up to `size` rows of a query after the key `after`. Also returns the key of the last row.
    fn next_rows<X: Source>(
        &self,
        ranges: Ranges,
        after: Option<Vec<u8>>,
        size: usize,
    ) -> Result<(FoundRecords, Option<Vec<u8>>), S> {
        let table = <X::Path as PathFrom<X>>::TABLE;
        let mut scan = RawScan::new(&self.tables, table, ranges, !X::Path::ROWS_ARE_RECORDS);
        if let Some(after) = after {
            scan = scan.after(after);
        }
        let (mut batch, mut last_key) = (Vec::new(), None);
        while batch.len() < size {
            let Some((key, value)) = scan.next()? else { break };
            let mut primary = Vec::new();
            write_primary::<X, _>(key.as_ref(), value.as_ref(), &mut primary)?;
            let row = if X::Path::ROWS_ARE_RECORDS {
                FoundRow::Record { value: value.as_ref().to_vec() }
            } else {
                FoundRow::Entry { key: key.as_ref().to_vec() }
            };
            batch.push((primary, row));
            last_key = Some(key);
        }
        let last_key = last_key.map(|key| key.as_ref().to_vec());
        Ok((batch, last_key))
    }

    /// Removes the record with this primary key. Fetches the value of the record if `row` is an entry. If `must_fit` is
    /// true, leaves a record that does not fit into the transaction.
    pub(super) fn remove<X>(&mut self, primary: &[u8], row: FoundRow<&[u8]>, must_fit: bool) -> Result<Removal, S>
    where
        X: Source<Record: Record + OwnedKey>,
    {
        self.check_not_poisoned()?;
        self.draft.start_with_encoded_key(primary);
        let table = <X::Record as Record>::TABLE;
        let key: X::Record = decode(table, primary)?;
        let mut fetched = None;
        let bytes = match row {
            FoundRow::Record { value } => value,
            FoundRow::Entry { key: entry } => {
                fetched = self.tables.get(table, primary)?;
                if S::ENTRIES_ARE_HINTS && fetched.is_none() {
                    return Ok(Removal::NotFound);
                }
                let index = <X::Path as PathFrom<X>>::TABLE;
                let no_record = || RowsError::NoRecord { index, entry: entry.into() };
                fetched.as_ref().ok_or_else(no_record)?.as_ref()
            }
        };
        let value = read_value::<X::Record, _>(primary, bytes)?;
        key.__rowkey_entries(Some(&value), None, self.draft.before_first_index())?;
        self.draft.finish(table, Some(bytes));
        drop(fetched);
        if let FoundRow::Entry { key: entry } = row
            && S::ENTRIES_ARE_HINTS
        {
            let index = <X::Path as PathFrom<X>>::TABLE;
            if !self.draft.changes().iter().any(|change| change.table == index && change.key == entry) {
                return Ok(Removal::NotFound);
            }
        }
        if must_fit && self.tables.store.__rowkey_room() < self.draft.changes().len() + ROOM_FOR_LAYOUTS {
            return Ok(Removal::NoRoom);
        }
        self.apply()?;
        Ok(Removal::Removed)
    }
}
