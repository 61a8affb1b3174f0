//! Loads new records: computes the rows of all records, sorts them, and writes each table in the order of its keys.

use super::error::RowsError;
use super::rows::{Rows, check_unique};
use super::sort::{SortedRows, Sorter};
use super::{Direction, Read, Write};
use crate::range::KeyRange;
use crate::record::draft::Draft;
use crate::record::table::Table;
use crate::record::{Record, UniqueEntry};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::ptr;
use std::fs::File;
use std::io;

/// The progress of a load or of a rebuild at once. `try_load` and `try_rebuild` of the adapters pass it to a closure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct BulkProgress {
    /// The number of rows that were read and sorted. The entries of indexes are rows, too.
    pub sorted: u64,
    /// The number of sorted rows that were written or compared since then. 0 while rows are sorted.
    pub written: u64,
}

impl BulkProgress {
    /// The number of records or rows after which a closure is called again.
    pub(super) const EVERY: u64 = 1 << 10;
}

/// The rows of new records, for [`Rows::load`]. The `load` of each adapter's `Database` collects them.
///
/// Keeps a bounded number of bytes in memory, and writes the other rows to a temporary file in sorted runs.
pub struct NewRecords<'f, K> {
    draft: Draft,
    sorter: Sorter<'f>,
    count: u64,
    records: PhantomData<fn(K)>,
}

impl<'f, K: Record> NewRecords<'f, K> {
    /// Creates an empty collection. `memory` is the number of bytes that it keeps in memory. `create_file` creates a
    /// temporary file, which should have no name in its folder, so that a program that is killed leaves no file.
    pub fn new(memory: usize, create_file: impl FnMut() -> io::Result<File> + 'f) -> Self {
        let sorter = Sorter::new(memory, Box::new(create_file));
        Self { draft: Draft::default(), sorter, count: 0, records: PhantomData }
    }

    /// Adds a record and its entries.
    ///
    /// # Errors
    /// The key, the value or an entry cannot be encoded, or the temporary file cannot be written.
    pub fn add<E>(&mut self, key: &K, value: &K::Value) -> Result<(), RowsError<E>> {
        self.count += 1;
        self.draft.start(K::TABLE, key)?;
        self.draft.set_new_record(key, value)?;
        self.draft.finish(K::TABLE, None);
        for change in self.draft.changes() {
            let Some(value) = change.value else { continue };
            // The records have the number 0.
            let index = K::TABLE.indexes().iter().position(|index| *index == change.table);
            let number = index.map_or(0, |index| index + 1);
            let number = u16::try_from(number).unwrap_or(u16::MAX);
            self.sorter.add(number, change.key, value).map_err(RowsError::Sort)?;
        }
        Ok(())
    }

    /// Returns the progress before the first record and after every 1,024 records, and `None` after the others.
    pub fn progress(&self) -> Option<BulkProgress> {
        let progress = BulkProgress { sorted: self.sorter.count(), written: 0 };
        self.count.is_multiple_of(BulkProgress::EVERY).then_some(progress)
    }

    /// Sorts the rows.
    ///
    /// # Errors
    /// The temporary file cannot be written or read.
    pub fn sort<E>(self) -> Result<SortedRecords<K>, RowsError<E>> {
        let rows = self.sorter.finish().map_err(RowsError::Sort)?;
        Ok(SortedRecords { rows, records: PhantomData })
    }
}

/// The sorted rows of new records.
pub struct SortedRecords<K> {
    rows: SortedRows,
    records: PhantomData<fn(K)>,
}

impl<S: Read> Rows<S> {
    /// Returns whether no record is stored and an index is not built. For example, the index is new in this version of the
    /// program, or a load was killed in a store that writes the tables one after the other.
    ///
    /// # Errors
    /// The store could not read.
    pub fn lacks_only_indexes<K: Record>(&self) -> Result<bool, RowsError<S::Error>> {
        for index in K::TABLE.indexes() {
            if !self.tables.is_built(index)? {
                return Ok(!self.has_rows(K::TABLE, K::TABLE.namespace())?);
            }
        }
        Ok(false)
    }
}

impl<S: Write> Rows<S> {
    /// Writes new records and their entries, sorted by [`NewRecords`]. First the records and then the entries of each index
    /// are passed to [`Write::load`], in the order of their keys. Returns the number of records. Before every 1,024 rows,
    /// `watch` receives the progress, and can end the load with an error.
    ///
    /// Call the `load` of an adapter's `Database`, which calls this method in a transaction of its own.
    ///
    /// # Errors
    /// [`RowsError::Exists`] if a record exists already. [`RowsError::Taken`] if a stored record has an entry in a unique
    /// index. [`RowsError::Repeated`] if two of the new records have the same key or the same entry in a unique index. Some
    /// rows may be written, so the transaction must be aborted. The same applies to an error of `watch`.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::{Memory, MemoryError, NewRecords, Rows};
    ///
    /// #[derive(Debug, PartialEq, RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw)]
    /// struct HostKey {
    ///     host: u16,
    /// }
    ///
    /// # fn create_file() -> std::io::Result<std::fs::File> { Err(std::io::ErrorKind::Unsupported.into()) }
    /// let mut records = NewRecords::new(1 << 20, create_file);
    /// for host in [7, 8, 3] {
    ///     records.add::<MemoryError>(&HostKey { host }, &"up".into()).unwrap();
    /// }
    /// let mut rows = Rows::new(Memory::new());
    /// assert_eq!(rows.load(records.sort()?, |_| Ok::<_, MemoryError>(()))?, 3);
    /// assert_eq!(rows.count(HostKey::prefix())?, 3);
    /// # Ok::<(), MemoryError>(())
    /// ```
    pub fn load<K: Record, E: From<RowsError<S::Error>>>(
        &mut self,
        records: SortedRecords<K>,
        watch: impl FnMut(BulkProgress) -> Result<(), E>,
    ) -> Result<u64, E> {
        self.check_writable::<K>()?;
        let loaded = self.load_tables(K::TABLE, records.rows, watch);
        self.tables.poisoned |= loaded.is_err();
        loaded
    }

    /// Prepares a load into a table without records: deletes the entries that belong to no record, and marks all indexes as
    /// built. So the indexes are built after the load. Does nothing if a record is stored.
    ///
    /// # Errors
    /// The store could not read or write.
    pub fn prepare_load<K: Record>(&mut self) -> Result<(), RowsError<S::Error>> {
        if self.lacks_only_indexes::<K>()? {
            self.clear::<K>()?;
        }
        Ok(())
    }

    /// For a store that writes the tables of a load one after the other: returns the keys and values of the rows in
    /// [`LAYOUTS`](super::LAYOUTS) which say that those of these tables that are indexes are not built. The store puts these
    /// rows before it writes the first table. This transaction puts the rows which say that the indexes are built.
    ///
    /// # Errors
    /// The store could not read or write.
    pub fn layouts_while_loading(
        &mut self,
        tables: &[&'static Table],
    ) -> Result<Vec<[Vec<u8>; 2]>, RowsError<S::Error>> {
        self.tables.put_built_indexes(tables)
    }

    fn load_tables<E: From<RowsError<S::Error>>>(
        &mut self,
        records: &'static Table,
        mut rows: SortedRows,
        mut watch: impl FnMut(BulkProgress) -> Result<(), E>,
    ) -> Result<u64, E> {
        self.tables.record(records)?;
        let (mut loaded, mut table) = (0, None);
        let (sorted, mut written) = (rows.count(), 0_u64);
        let (mut last_stored, mut previous) = (None, Previous::default());
        while let Some((number, key, value)) = rows.next().map_err(RowsError::<S::Error>::Sort)? {
            if written.is_multiple_of(BulkProgress::EVERY) {
                watch(BulkProgress { sorted, written })?;
            }
            written += 1;
            let of_row = match usize::from(number).checked_sub(1) {
                None => records,
                Some(index) => records.indexes().get(index).copied().unwrap_or(records),
            };
            if !table.is_some_and(|table| ptr::eq(table, of_row)) {
                last_stored = self.last_key(of_row)?;
                previous = Previous::default();
                table = Some(of_row);
            }
            self.tables.check_key(of_row, key)?;
            if previous.is(key) {
                if let Some(error) = previous.conflict::<S::Error>(of_row, value) {
                    return Err(error.into());
                }
                continue;
            }
            let is_after_stored = last_stored.as_deref().is_none_or(|last| last < key);
            if !is_after_stored {
                self.check_new(of_row, key, value)?;
            }
            self.tables.load(of_row, key, Some(value), is_after_stored)?;
            previous.set(of_row, key, value);
            loaded += u64::from(number == 0);
        }
        Ok(loaded)
    }

    /// Returns the last key in the table of the store, whatever its namespace.
    pub(super) fn last_key(&self, table: &'static Table) -> Result<Option<Vec<u8>>, RowsError<S::Error>> {
        let mut rows = self.tables.range(table, &KeyRange::beginning_with(b""), Direction::Backward)?;
        let last = rows.next().transpose().map_err(RowsError::Store)?;
        Ok(last.map(|(key, _)| key.as_ref().to_vec()))
    }

    /// Checks that no record is stored with this key, or no other record has this unique entry.
    fn check_new(&self, table: &'static Table, key: &[u8], value: &[u8]) -> Result<(), RowsError<S::Error>> {
        if table.is_unique() {
            let (primary, _) = table.split_entry(value).unwrap_or_default();
            return check_unique(&self.tables, &UniqueEntry { table, key, primary });
        }
        if !table.is_index() && self.tables.get(table, key)?.is_some() {
            return Err(RowsError::Exists { table, key: key.into(), old: None });
        }
        Ok(())
    }
}

/// The row before the next one of the same table.
#[derive(Default)]
struct Previous {
    key: Option<Vec<u8>>,
    /// The key of the record, if the row is an entry of a unique index.
    primary: Vec<u8>,
}

impl Previous {
    fn is(&self, key: &[u8]) -> bool {
        self.key.as_deref() == Some(key)
    }

    fn set(&mut self, table: &Table, key: &[u8], value: &[u8]) {
        let previous = self.key.get_or_insert_default();
        previous.clear();
        previous.extend_from_slice(key);
        if table.is_unique() {
            self.primary.clear();
            self.primary.extend_from_slice(table.split_entry(value).unwrap_or_default().0);
        }
    }

    /// Returns the error of a second row with the same key. The entries of two records in an index that is not unique can
    /// only be equal if the index stores hashes: the index then has one of them.
    fn conflict<E>(&self, table: &'static Table, value: &[u8]) -> Option<RowsError<E>> {
        let records = table.is_unique().then(|| {
            let mut records = Box::new([self.primary.clone(), table.split_entry(value).unwrap_or_default().0.to_vec()]);
            records.sort();
            records
        });
        let key = self.key.clone().unwrap_or_default();
        (table.is_unique() || !table.is_index()).then_some(RowsError::Repeated { table, key, records })
    }
}

impl<K> fmt::Debug for NewRecords<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewRecords").finish_non_exhaustive()
    }
}

impl<K> fmt::Debug for SortedRecords<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SortedRecords").finish_non_exhaustive()
    }
}
