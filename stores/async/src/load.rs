//! Loads new records: inserts many of them with each request, and several requests at the same time.

use crate::snapshot::Snapshot;
use crate::{AsyncDatabase, AsyncError, AsyncResult, AsyncStore};
use futures_util::stream::{self, TryStreamExt as _};
use rowkey::record::{Changes, Record};
use rowkey::store::{Read as _, Rows, RowsError};
use std::iter::{self, Peekable};

/// The largest number of rows in a batch: the records, and their entries.
pub(crate) const MAX_ROWS: usize = 4000;
/// The number of bytes of keys and values after which a batch ends.
pub(crate) const MAX_LEN: usize = 1 << 20;
/// The number of batches that are stored at the same time.
pub(crate) const BATCHES: usize = 8;
/// The number of times that a batch is stored if its answer is lost.
pub(crate) const ATTEMPTS: u32 = 5;

/// A record to load.
struct New<K: Record> {
    key: K,
    value: K::Value,
    rows: Changes,
}

impl<K: Record> New<K> {
    fn encode<E>((key, value): (K, K::Value)) -> Result<Self, RowsError<E>> {
        let rows = key.changes(None, Some(&value))?;
        Ok(Self { key, value, rows })
    }

    /// Returns whether the record is stored with this value already, or was inserted before in the same batch.
    fn is_stored<S: AsyncStore>(&self, rows: &Rows<Snapshot<S>>) -> AsyncResult<bool, S> {
        let stored = rows.store().get(K::TABLE, self.rows.primary()).map_err(RowsError::Store)?;
        Ok(self.rows.iter().any(|row| row.table == K::TABLE && row.value == stored))
    }
}

/// Returns the next records that are stored together. The first one is among them however long it is.
fn next_batch<S: AsyncStore, K: Record, E>(
    records: &mut Peekable<impl Iterator<Item = Result<New<K>, E>>>,
) -> Option<Result<Vec<New<K>>, E>> {
    // The commit also compares the recorded layouts, which are a row for each table.
    let layouts = 1 + K::TABLE.indexes().len();
    let (max_rows, max_len) = (MAX_ROWS.min(S::MAX_ROWS.saturating_sub(layouts)), MAX_LEN.min(S::MAX_LEN / 2));
    let (mut batch, mut rows, mut len) = (Vec::new(), 0, 0);
    while let Some(record) = records.next_if(|record| {
        for row in record.iter().flat_map(|record| record.rows.iter()) {
            rows += 1 + usize::from(S::PARTITIONS && row.table.layout().sort_key().is_some());
            len += row.key.len() + row.value.map_or(0, <[u8]>::len);
        }
        batch.is_empty() || (rows <= max_rows && len <= max_len)
    }) {
        match record {
            Ok(record) => batch.push(record),
            Err(error) => return Some(Err(error)),
        }
    }
    Some(Ok(batch)).filter(|batch| batch.as_ref().is_ok_and(|batch| !batch.is_empty()))
}

/// Inserts the records that are not stored yet.
fn insert_all<S: AsyncStore, K: Record>(rows: &mut Rows<Snapshot<S>>, batch: &[New<K>]) -> AsyncResult<(), S> {
    let mut fetched = Ok(());
    for record in batch {
        match rows.insert(&record.key, &record.value) {
            // The rows that the other records need are fetched together with this one.
            Err(RowsError::Store(AsyncError::NotFetched)) => fetched = Err(RowsError::Store(AsyncError::NotFetched)),
            Err(error @ RowsError::Exists { .. }) if !record.is_stored(rows)? => return Err(error),
            Err(RowsError::Exists { .. }) | Ok(()) => {}
            Err(error) => return Err(error),
        }
    }
    fetched
}

impl<S: AsyncStore> AsyncDatabase<S> {
    /// Stores many new records and their entries: the fast way to bring records into a store. Returns the number of records.
    ///
    /// Each request has many records, and several requests are on their way at the same time. The load keeps up to eight
    /// batches of a megabyte in memory. `records` is read between the requests, so it should not wait for long.
    ///
    /// A load is not one change. Other programs can read and write meanwhile, and see some records before others. No stored
    /// record lacks an entry, at any time. After an error, or if the program is killed, any of the records can be stored.
    /// **Then repeat the load**: a record that is stored already with the same value is not an error.
    ///
    /// # Errors
    /// [`RowsError::Exists`] if a record exists with another value, or if two of the records have the same key and different
    /// values. The stored value stays. [`RowsError::Taken`] if another record has the same entry in a unique index. Also fails
    /// if a key or a value cannot be encoded, if the stored records have another layout, or if the store could not read or
    /// write.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey::store::RowsError;
    /// use rowkey_async::{AsyncDatabase, AsyncMemory};
    ///
    /// #[derive(Debug, PartialEq, RowKey)]
    /// #[rowkey(value = String, format = rowkey::Raw, indexes(UserByName))]
    /// struct UserKey {
    ///     user: u32,
    /// }
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(index_of = UserKey)]
    /// struct UserByName {
    ///     #[rowkey(from = value)]
    ///     name: String,
    ///     user: u32,
    /// }
    ///
    /// # futures_lite::future::block_on(async {
    /// let database = AsyncDatabase::new(AsyncMemory::default());
    /// let users = |names: &[&str]| (0..).map(|user| UserKey { user }).zip(names.iter().map(ToString::to_string).collect::<Vec<_>>());
    /// assert_eq!(database.load(users(&["Ada", "Bob"])).await?, 2);
    /// assert_eq!(database.load(users(&["Ada", "Bob", "Eve"])).await?, 3); // the load goes on
    /// let error = database.load(users(&["Ada", "Bill"])).await.unwrap_err();
    /// assert_eq!(error.existing(), Some(UserKey { user: 1 }));
    /// # Ok::<(), RowsError<rowkey_async::AsyncError<std::convert::Infallible>>>(())
    /// # }).unwrap();
    /// ```
    pub async fn load<K: Record>(&self, records: impl IntoIterator<Item = (K, K::Value)>) -> AsyncResult<u64, S> {
        self.try_load(records.into_iter().map(Ok)).await
    }

    /// Stores new records, as [`load`](Self::load) does, from an iterator that can fail: for example, because it cannot read
    /// a file, or because the user wants to stop.
    ///
    /// # Errors
    /// The first error of the iterator, or an error of [`load`](Self::load). In both cases, any of the records before can be
    /// stored.
    pub async fn try_load<K: Record, E: From<RowsError<AsyncError<S::Error>>>>(
        &self,
        records: impl IntoIterator<Item = Result<(K, K::Value), E>>,
    ) -> Result<u64, E> {
        let mut count = 0;
        let records = records.into_iter().map(|record| {
            count += 1;
            Ok(New::encode::<AsyncError<S::Error>>(record?)?)
        });
        let mut records = records.peekable();
        // Otherwise, the first batches would record the layouts at the same time.
        self.write(|rows| rows.record_layouts(&[K::TABLE])).await?;
        let batches = stream::iter(iter::from_fn(|| next_batch::<S, K, E>(&mut records)));
        batches.try_for_each_concurrent(BATCHES, async |batch| Ok(self.load_batch(&batch).await?)).await?;
        Ok(count)
    }

    async fn load_batch<K: Record>(&self, batch: &[New<K>]) -> AsyncResult<(), S> {
        let mut attempt = 1;
        loop {
            // The layouts are compared from time to time, and in a commit of their own, so that the batch fits into the next one.
            self.write(|rows| rows.record_layouts(&[K::TABLE])).await?;
            match Box::pin(self.write_as(true, |rows| insert_all(rows, batch))).await {
                // Records that were written are found in the next attempt.
                Err(RowsError::Store(AsyncError::Unknown(_) | AsyncError::Overtaken)) if attempt < ATTEMPTS => {
                    self.store().wait(attempt).await;
                    attempt += 1;
                }
                result => return result,
            }
        }
    }
}
