//! Loads rows without their types, for the command `rowkey`.

use crate::load::{ATTEMPTS, BATCHES, MAX_LEN, MAX_ROWS};
use crate::{AsyncDatabase, AsyncError, AsyncResult, AsyncStore, Commit, CommitError, RowWrite, StoredValue, Table};
use futures_util::stream::{self, TryStreamExt as _};
use rowkey::KeyRange;
use rowkey::store::{Direction, LAYOUTS, Read as _, RowsError, Write as _};
use std::{iter, mem};

/// The error of `__rowkey_load_rows`.
#[doc(hidden)]
#[derive(Debug)]
pub enum __LoadError<E> {
    Store(AsyncError<E>),
    /// A row with this key is stored, and has another value.
    Exists {
        table: &'static Table,
        key: Vec<u8>,
    },
}

impl<S: AsyncStore> AsyncDatabase<S> {
    /// Stores new rows of records and indexes, in batches as [`load`](Self::load) does. A row that is stored already with the same
    /// value is not an error.
    ///
    /// In a store without transactions, entries of indexes get the present time as their timestamp. Load them before their
    /// records: an entry that is younger than its record would stay when the record changes.
    #[doc(hidden)]
    pub async fn __rowkey_load_rows(
        &self,
        rows: impl IntoIterator<Item = (&'static Table, Vec<u8>, Vec<u8>)>,
    ) -> Result<(), __LoadError<S::Error>> {
        let mut rows = rows.into_iter().peekable();
        let batches = iter::from_fn(|| {
            let (mut batch, mut count, mut len) = (Vec::new(), 0, 0);
            while let Some((table, key, value)) = rows.next_if(|(table, key, value)| {
                count += 1 + usize::from(S::PARTITIONS && table.layout().sort_key().is_some());
                len += key.len() + value.len();
                batch.is_empty() || (count <= MAX_ROWS.min(S::MAX_ROWS) && len <= MAX_LEN)
            }) {
                batch.push(RowWrite { table, key, value: Some(value), expected: Some(StoredValue::default()) });
            }
            Some(Ok(batch)).filter(|batch| batch.as_ref().is_ok_and(|batch| !batch.is_empty()))
        });
        stream::iter(batches).try_for_each_concurrent(BATCHES, |batch| self.load_rows(batch)).await
    }

    async fn load_rows(&self, batch: Vec<RowWrite>) -> Result<(), __LoadError<S::Error>> {
        let mut commit = Commit { reads: Vec::new(), writes: batch };
        for attempt in 1.. {
            // With transactions, the first attempt finds out whether a row is stored. Without, a stored entry must stay as it is:
            // the record that follows it may be stored by an import that was interrupted, and would be older.
            if attempt > 1 || !S::TRANSACTIONS {
                commit.writes = self.without_stored(mem::take(&mut commit.writes)).await?;
            }
            if commit.writes.is_empty() {
                break;
            }
            let error = match Box::pin(self.store().load(&commit)).await {
                Ok(()) => break,
                Err(CommitError::Failed(error)) => return Err(__LoadError::Store(AsyncError::Store(error))),
                Err(CommitError::Conflict) => AsyncError::Conflict { attempts: attempt },
                Err(CommitError::Unknown(error)) => AsyncError::Unknown(error),
                Err(CommitError::Overtaken) => AsyncError::Overtaken,
                Err(CommitError::SeveralRecords) => AsyncError::SeveralRecords,
            };
            if attempt == ATTEMPTS {
                return Err(__LoadError::Store(error));
            }
            self.store().wait(attempt).await;
        }
        Ok(())
    }

    /// Returns the rows that are not stored yet, each with what is left of a removed record.
    async fn without_stored(&self, writes: Vec<RowWrite>) -> Result<Vec<RowWrite>, __LoadError<S::Error>> {
        let keys: Vec<_> = writes.iter().map(|write| (write.table, write.key.clone())).collect();
        let stored =
            Box::pin(self.store().get(&keys)).await.map_err(|error| __LoadError::Store(AsyncError::Store(error)))?;
        let mut left = Vec::new();
        for (write, stored) in writes.into_iter().zip(stored) {
            match &stored.bytes {
                bytes @ Some(_) if *bytes == write.value => {}
                // Without transactions, the entry may be of a change that was interrupted. The new one replaces it.
                Some(_) if S::TRANSACTIONS || !write.table.is_index() => {
                    return Err(__LoadError::Exists { table: write.table, key: write.key });
                }
                _ => left.push(RowWrite { expected: Some(stored), ..write }),
            }
        }
        Ok(left)
    }

    /// Writes recorded layouts, whatever is stored. In a store with transactions, also deletes other rows.
    #[doc(hidden)]
    pub async fn __rowkey_write_rows(&self, changes: &[RowWrite]) -> AsyncResult<(), S> {
        // A commit also has the recorded layouts that it compares.
        for changes in changes.chunks(S::MAX_ROWS / 2) {
            self.write(|rows| {
                let store = rows.store_mut();
                // In a store without transactions, all layouts are one row, which a change needs.
                let layouts = store.range(&LAYOUTS, &KeyRange::beginning_with(b""), Direction::Forward);
                for layout in layouts.map_err(RowsError::Store)? {
                    layout.map_err(RowsError::Store)?;
                }
                for RowWrite { table, key, value, .. } in changes {
                    match value {
                        Some(value) => store.put(table, key, value),
                        None => store.delete(table, key),
                    }
                    .map_err(RowsError::Store)?;
                }
                Ok(())
            })
            .await?;
        }
        Ok(())
    }
}
