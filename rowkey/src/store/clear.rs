//! Removing all records of a key type.

use super::error::RowsError;
use super::rows::{BATCH, Rows};
use super::{Direction, Write};
use crate::query::scan::rest;
use crate::range::KeyRange;
use crate::record::Record;
use crate::record::table::Table;
use alloc::vec::Vec;

impl<S: Write> Rows<S> {
    /// Removes all records of a key type and all entries of their indexes. Returns the number of records.
    ///
    /// No key or value is decoded. So `clear` also removes rows that cannot be read and entries that belong to no record.
    /// Rows of the same table with another namespace remain. Afterwards, all indexes are built.
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
    /// # Ok::<(), rowkey::store::RowsError<std::convert::Infallible>>(())
    /// ```
    pub fn clear<K: Record>(&mut self) -> Result<u64, RowsError<S::Error>> {
        self.check()?;
        // The records come first, so that no record is ever without its entries.
        let count = self.clear_table(K::TABLE)?;
        for index in K::TABLE.indexes() {
            self.clear_table(index)?;
            if !self.store.is_built(index).map_err(RowsError::Store)? {
                let recorded = self.store.set_built(index);
                self.written(recorded)?;
            }
        }
        Ok(count)
    }

    fn clear_table(&mut self, table: &'static Table) -> Result<u64, RowsError<S::Error>> {
        let mut count = 0;
        let mut left = Some(KeyRange::beginning_with(table.layout().namespace()));
        while let Some(range) = left.take() {
            let rows = self.store.range(table, &range, Direction::Forward).map_err(RowsError::Store)?;
            let keys = rows.take(BATCH).map(|row| row.map(|(key, _)| key.as_ref().to_vec()));
            let mut keys = keys.collect::<Result<Vec<_>, _>>().map_err(RowsError::Store)?;
            for key in &keys {
                let deleted = self.store.delete(table, key);
                self.written(deleted)?;
            }
            count += keys.len() as u64;
            if keys.len() == BATCH {
                // Continues after the last key, so that the store does not read the deleted rows again.
                left = keys.pop().and_then(|last| rest(range, last, false, false));
            }
        }
        Ok(count)
    }
}
