//! Removes the records that a query matches.

use super::error::RowsError;
use super::raw::RawScan;
use super::rows::{Rows, check_and_apply};
use super::scan::{decode, ranges_of, read_value, write_primary};
use super::walk::{Visit, Walk};
use super::{Read, Table, Write};
use crate::key::OwnedKey;
use crate::query::Query;
use crate::record::source::PathFrom;
use crate::record::{Change, Record, Source};
use crate::wire::span::Span;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

type Result<T, S> = core::result::Result<T, RowsError<<S as Read>::Error>>;

/// The number of bytes of the keys that are collected before they are sorted and deleted.
const DELETES_LEN: usize = 1 << 20;

/// The deletes of many records, which are written in the order of the tables and keys: a store that sorts its rows in
/// memory, such as RocksDB, is then twice as fast.
#[derive(Debug, Default)]
pub(super) struct Deletes {
    /// The bytes of all keys.
    bytes: Vec<u8>,
    /// For each row, 0 for a record and otherwise a number of the index, the table, and the key in `bytes`.
    rows: Vec<(usize, &'static Table, Span)>,
    /// The keys of those records that have several entries in the index which the query reads. Only their first entry
    /// removes them.
    several_entries: BTreeSet<Vec<u8>>,
}

impl Deletes {
    fn add(&mut self, change: Change<'_>) {
        let Change { table, key, .. } = change;
        let index = table.records().indexes().iter().position(|index| *index == table);
        let start = self.bytes.len();
        self.bytes.extend_from_slice(key);
        let key = Span { start, end: self.bytes.len() };
        self.rows.push((index.map_or(0, |index| index + 1), table, key));
    }
}

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

impl<S: Write> Rows<S> {
    /// Removes up to `limit` records. If `is_step` is true, ends before the first record that does not fit into the
    /// transaction.
    fn remove_up_to<Q>(&mut self, query: Q, limit: u64, is_step: bool) -> Result<u64, S>
    where
        Q: Query,
        Q::Key: Source<Record: Record + OwnedKey>,
    {
        let ranges = ranges_of::<S, _>(query);
        let mut walk = Walk::new(limit, is_step);
        let table = <<Q::Key as Source>::Path as PathFrom<Q::Key>>::TABLE;
        let (mut deletes, mut has_written) = (Deletes::default(), false);
        // A step in a store without transactions, or with a limit for them, must know after each record how many rows are left.
        let is_sorted = S::HAS_TRANSACTIONS && self.tables.store.__rowkey_room() == usize::MAX;
        let walked = walk.visit_rows(
            self,
            |tables| RawScan::new(tables, table, ranges.clone()),
            |rows, room, key, value| {
                let visited = rows.remove::<Q::Key>(room, key, value, &mut deletes)?;
                if !is_sorted || deletes.bytes.len() > DELETES_LEN {
                    has_written |= !deletes.rows.is_empty();
                    rows.write_deletes(&mut deletes)?;
                }
                Ok(visited)
            },
        );
        let written = walked.and_then(|_| self.write_deletes(&mut deletes));
        // Some records may already be removed, so the transaction must not be committed.
        self.tables.poisoned |= written.is_err() && has_written;
        written.map(|()| walk.done)
    }

    /// Removes the record of a row, which is a record or an entry of an index: adds its rows to `deletes`. Leaves a record
    /// that needs more than `room` rows.
    pub(super) fn remove<X>(&mut self, room: usize, key: &[u8], value: &[u8], deletes: &mut Deletes) -> Result<Visit, S>
    where
        X: Source<Record: Record + OwnedKey>,
    {
        self.check_not_poisoned()?;
        let (table, index) = (<X::Record as Record>::TABLE, <X::Path as PathFrom<X>>::TABLE);
        let mut primary = Vec::new();
        write_primary::<X, _>(key, value, &mut primary)?;
        if deletes.several_entries.contains(&primary) {
            return Ok(Visit::Skipped);
        }
        self.draft.start_with_encoded_key(&primary);
        let record: X::Record = decode(table, &primary)?;
        let is_entry = !X::Path::ROWS_ARE_RECORDS;
        let fetched = if is_entry { self.tables.get(table, &primary)? } else { None };
        let bytes = match &fetched {
            Some(fetched) => fetched.as_ref(),
            None if !is_entry => value,
            // The record had several entries in this batch, and was removed with all of them.
            None if S::ENTRIES_ARE_HINTS || self.tables.get(index, key)?.is_none() => return Ok(Visit::Skipped),
            None => return Err(RowsError::NoRecord { index, entry: key.into() }),
        };
        let stored = read_value::<X::Record, _>(&primary, bytes)?;
        record.__rowkey_entries(Some(&stored), None, &mut self.draft)?;
        self.draft.finish(table, Some(bytes));
        drop(fetched);
        let entries = self.draft.changes().iter().filter(|change| change.table == index);
        let (mut count, mut is_listed) = (0, false);
        for entry in entries {
            count += 1;
            is_listed |= entry.key == key;
        }
        if is_entry && S::ENTRIES_ARE_HINTS && !is_listed {
            return Ok(Visit::Skipped);
        }
        if room < self.draft.changes().len() {
            return Ok(Visit::NoRoom);
        }
        let Self { tables, draft, .. } = self;
        check_and_apply(tables, draft.changes(), |_, change| {
            deletes.add(change);
            Ok(())
        })?;
        if is_entry && count > 1 {
            deletes.several_entries.insert(primary);
        }
        Ok(Visit::Done)
    }

    pub(super) fn write_deletes(&mut self, deletes: &mut Deletes) -> Result<(), S> {
        let Deletes { bytes, rows, several_entries } = deletes;
        rows.sort_unstable_by(|(a_number, _, a), (b_number, _, b)| {
            a_number.cmp(b_number).then_with(|| a.slice(bytes).cmp(b.slice(bytes)))
        });
        rows.iter().try_for_each(|(_, table, key)| self.tables.delete(table, key.slice(bytes)))?;
        bytes.clear();
        rows.clear();
        several_entries.clear();
        Ok(())
    }
}
