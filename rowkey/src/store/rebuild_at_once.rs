//! Rebuilds indexes in one transaction: sorts the entries that the records have together with the stored entries, and writes
//! those that differ in the order of their keys.

use super::Write;
use super::error::RowsError;
use super::load::BulkProgress;
use super::raw::RawScan;
use super::rebuild::{Checkable, Progress, set_entries_of};
use super::rows::Rows;
use super::sort::{SortedRows, Sorter};
use crate::range::KeyRange;
use crate::record::Record;
use crate::record::check::CheckedIndexes;
use crate::record::draft::Draft;
use crate::record::table::Table;
use alloc::boxed::Box;
use alloc::vec::Vec;
use std::fs::File;
use std::io;

/// The last byte of a sorted value: an entry that a record has, or a stored entry.
const OF_RECORD: u8 = 0;
const STORED: u8 = 1;

impl<S: Write> Rows<S> {
    /// Does what [`rebuild`](Self::rebuild) does in steps, but at once: sorts all entries, and passes the entries that are
    /// missing, wrong or stale to [`Write::load`], in the order of their keys. `memory` and `create_file` are those of
    /// [`NewRecords::new`](super::NewRecords::new). Before every 1,024 rows, `watch` receives the progress, and can end the
    /// rebuild with an error.
    ///
    /// Call the `rebuild` of an adapter's `Database`, which calls this method in a transaction of its own.
    ///
    /// # Errors
    /// [`RowsError::Taken`] if an index is unique and two records have the same entry. Also fails if a row or the temporary
    /// file cannot be read or written. Some rows may be written, so the transaction must be aborted. The same applies to an
    /// error of `watch`.
    pub fn rebuild_at_once<X: Checkable, E: From<RowsError<S::Error>>>(
        &mut self,
        memory: usize,
        create_file: impl FnMut() -> io::Result<File>,
        mut watch: impl FnMut(BulkProgress) -> Result<(), E>,
    ) -> Result<Progress, E> {
        self.check_not_poisoned()?;
        self.tables.record(<X::Record as Record>::TABLE)?;
        let mut sorter = Sorter::new(memory, Box::new(create_file));
        let records = self.sort_entries::<X, E>(&mut sorter, &mut watch)?;
        let entries = sorter.finish().map_err(RowsError::<S::Error>::Sort)?;
        let written = self.write_entries(X::Path::INDEXES, entries, watch).and_then(|progress| {
            self.set_built::<X>()?;
            Ok(progress)
        });
        self.tables.poisoned |= written.is_err();
        written.map(|progress| Progress { checked: progress.checked + records, ..progress })
    }

    /// Adds the entries that the records have and that are stored. Returns the number of records.
    fn sort_entries<X: Checkable, E: From<RowsError<S::Error>>>(
        &self,
        sorter: &mut Sorter<'_>,
        watch: &mut impl FnMut(BulkProgress) -> Result<(), E>,
    ) -> Result<u64, E> {
        let indexes = (0..).zip(X::Path::INDEXES);
        let (mut draft, mut value_and_kind) = (Draft::default(), Vec::new());
        let mut add = |sorter: &mut Sorter<'_>, number: u16, key: &[u8], value: &[u8], kind: u8| {
            value_and_kind.clear();
            value_and_kind.extend_from_slice(value);
            value_and_kind.push(kind);
            sorter.add(number, key, &value_and_kind).map_err(RowsError::Sort)
        };
        let records = self.visit_all(<X::Record as Record>::TABLE, sorter, watch, |sorter, primary, value| {
            set_entries_of::<X, S>(&mut draft, primary, value)?;
            for (table, key, value) in draft.new_entries() {
                let Some((number, _)) = indexes.clone().find(|(_, index)| **index == table) else { continue };
                add(sorter, number, key, value, OF_RECORD)?;
            }
            Ok(())
        })?;
        for (number, index) in indexes {
            self.visit_all(index, sorter, watch, |sorter, key, value| add(sorter, number, key, value, STORED))?;
        }
        Ok(records)
    }

    /// Visits all rows of a table, whether it is built or not. Returns their number.
    fn visit_all<E: From<RowsError<S::Error>>>(
        &self,
        table: &'static Table,
        sorter: &mut Sorter<'_>,
        watch: &mut impl FnMut(BulkProgress) -> Result<(), E>,
        mut visit: impl FnMut(&mut Sorter<'_>, &[u8], &[u8]) -> Result<(), RowsError<S::Error>>,
    ) -> Result<u64, E> {
        let mut rows = RawScan::of_range(&self.tables, table, KeyRange::beginning_with(table.namespace()));
        let mut count = 0_u64;
        loop {
            if count.is_multiple_of(BulkProgress::EVERY) {
                watch(BulkProgress { sorted: sorter.count(), written: 0 })?;
            }
            let visit = |key: &[u8], value: &[u8]| visit(sorter, key, value).map(|()| true);
            if !rows.read_next(visit, |error| error.map_or(Ok(false), Err))? {
                return Ok(count);
            }
            count += 1;
        }
    }

    /// Writes the entries that differ. Returns the counts. [`Progress::checked`] is the number of entries.
    fn write_entries<E: From<RowsError<S::Error>>>(
        &mut self,
        indexes: &'static [&'static Table],
        mut rows: SortedRows,
        mut watch: impl FnMut(BulkProgress) -> Result<(), E>,
    ) -> Result<Progress, E> {
        let (mut progress, mut last_stored) = (Progress::default(), None);
        let mut entry = Entry::default();
        let mut written = 0_u64;
        loop {
            if written.is_multiple_of(BulkProgress::EVERY) {
                watch(BulkProgress { sorted: rows.count(), written })?;
            }
            written += 1;
            let row = rows.next().map_err(RowsError::<S::Error>::Sort)?;
            let index = row.and_then(|(number, ..)| indexes.get(usize::from(number)).copied());
            if !row.is_some_and(|(_, key, _)| entry.key == key && entry.index == index) {
                self.write_entry(&mut entry, last_stored.as_deref(), &mut progress)?;
                if entry.index != index
                    && let Some(index) = index
                {
                    last_stored = self.last_key(index)?;
                }
            }
            let (Some((_, key, value)), Some(index)) = (row, index) else { return Ok(progress) };
            entry.add::<S::Error>(index, key, value)?;
        }
    }

    /// Writes an entry if the stored one differs, and clears it.
    fn write_entry(
        &mut self,
        entry: &mut Entry,
        last_stored: Option<&[u8]>,
        progress: &mut Progress,
    ) -> Result<(), RowsError<S::Error>> {
        let (of_record, stored) = (entry.of_record.take(), entry.stored.take());
        let Some(index) = entry.index else { return Ok(()) };
        progress.checked += 1;
        match (&of_record, &stored) {
            (Some(value), Some(stored)) if index.is_same_value(value, stored) => return Ok(()),
            (Some(_), Some(_)) => progress.wrong += 1,
            (Some(_), None) => progress.missing += 1,
            (None, _) => progress.stale += 1,
        }
        if of_record.is_some() {
            self.tables.check_key(index, &entry.key)?;
        }
        let is_after_stored = last_stored.is_none_or(|last| last < &*entry.key);
        self.tables.load(index, &entry.key, of_record.as_deref(), is_after_stored)
    }
}

/// The rows with the same key in an index.
#[derive(Default)]
struct Entry {
    /// `None` before the first entry.
    index: Option<&'static Table>,
    key: Vec<u8>,
    /// The value of the entry that a record has.
    of_record: Option<Vec<u8>>,
    /// The value of the stored entry.
    stored: Option<Vec<u8>>,
}

impl Entry {
    /// Adds a row, whose last byte tells its kind.
    fn add<E>(&mut self, index: &'static Table, key: &[u8], value: &[u8]) -> Result<(), RowsError<E>> {
        self.index = Some(index);
        self.key.clear();
        self.key.extend_from_slice(key);
        let Some((kind, value)) = value.split_last() else { return Ok(()) };
        if *kind == STORED {
            self.stored = Some(value.into());
            return Ok(());
        }
        // A record can have the same entry twice.
        let primary = |value| index.split_entry(value).unwrap_or_default().0;
        if let Some(earlier) = self.of_record.as_deref().filter(|_| index.is_unique())
            && primary(earlier) != primary(value)
        {
            let [record, rejected] = [earlier, value].map(|value| primary(value).to_vec());
            return Err(RowsError::Taken { index, entry: key.into(), record, rejected });
        }
        self.of_record = Some(value.into());
        Ok(())
    }
}
