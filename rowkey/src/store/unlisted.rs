//! Finds unlisted indexes: the store has recorded them for an earlier version of the program, but the primary key no
//! longer lists them in `indexes(..)`.

use super::error::RowsError;
use super::layouts;
use super::rows::Rows;
use super::{Read, RemovedIndex, Table, UnlistedIndex};
use crate::record::Record;
use alloc::vec::Vec;

impl<S: Read> Rows<S> {
    /// Returns the indexes that the store has recorded for the records of `K`, but that `indexes(..)` of `K` does not
    /// list. The entries of these indexes may still be stored.
    ///
    /// [`drop_index`](Self::drop_index) deletes such an index.
    ///
    /// For a [`Memory`](super::Memory), the list is empty, because a `Memory` does not record layouts by itself. The
    /// example shows how to record the layouts.
    ///
    /// # Errors
    /// The store could not read the recorded layouts.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::record::Record;
    /// use rowkey::store::{ComparedAtBegin, Memory, Rows};
    ///
    /// /// The key in an earlier version of the program.
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "users", indexes(UserByName))]
    /// struct EarlierUserKey {
    ///     user: u32,
    /// }
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(index_of = EarlierUserKey, table = "users.name")]
    /// struct UserByName {
    ///     #[rowkey(from = value)]
    ///     name: String,
    ///     user: u32,
    /// }
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, table = "users")]
    /// struct UserKey {
    ///     user: u32,
    /// }
    ///
    /// // A `Memory` does not record layouts by itself. The adapters of stores on disk create their `Rows` with
    /// // recorded layouts.
    /// let mut store = Memory::new();
    /// Rows::with_layouts(&mut store, ComparedAtBegin::default()).record_layouts(&[EarlierUserKey::TABLE])?;
    ///
    /// let rows = Rows::new(store);
    /// assert_eq!(rows.unlisted_indexes::<EarlierUserKey>()?, []);
    /// let unlisted = rows.unlisted_indexes::<UserKey>()?;
    /// assert_eq!(unlisted[0].table, "users.name");
    /// # Ok::<(), rowkey::store::MemoryError>(())
    /// ```
    pub fn unlisted_indexes<K: Record>(&self) -> Result<Vec<UnlistedIndex>, RowsError<S::Error>> {
        layouts::unlisted_indexes(&self.tables.store, K::TABLE).map_err(RowsError::Store)
    }

    /// Returns an error unless `table` lists all indexes that the store has recorded for these records.
    pub(super) fn check_lists_all_indexes(&self, table: &'static Table) -> Result<(), RowsError<S::Error>> {
        let indexes = layouts::unlisted_indexes(&self.tables.store, table).map_err(RowsError::Store)?;
        if indexes.is_empty() { Ok(()) } else { Err(RowsError::Unlisted { table, indexes }) }
    }

    /// Checks the argument of `drop_index` for misspelled names. An index without a recorded layout and without rows is
    /// either deleted already or misspelled. It is probably misspelled if the store has recorded another index of the
    /// same records that is neither listed nor in `removed`.
    pub(super) fn check_removed_indexes_exist(
        &self,
        removed: &'static [RemovedIndex],
    ) -> Result<(), RowsError<S::Error>> {
        for index in removed.iter().map(RemovedIndex::table) {
            if layouts::is_recorded(&self.tables.store, index).map_err(RowsError::Store)? {
                continue;
            }
            let mut indexes =
                layouts::unlisted_indexes(&self.tables.store, index.records()).map_err(RowsError::Store)?;
            indexes.retain(|unlisted| {
                let is_same = |table: &Table| table.name() == unlisted.table && table.namespace() == unlisted.namespace;
                !removed.iter().any(|index| is_same(index.table()))
            });
            if !indexes.is_empty() && !self.has_rows(index, index.namespace())? {
                return Err(RowsError::UnknownIndex { index, indexes });
            }
        }
        Ok(())
    }
}
