//! [`AsyncMemory`], an async store in memory for tests and examples.

use crate::{AsyncStore, Commit, CommitError, Direction, RangePage, RangeRequest, StoredValue, Table, Transactional};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// An async store in memory, with transactions, for tests and examples. Its futures never wait.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_async::{AsyncDatabase, AsyncMemory};
///
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(value = String, format = rowkey::Raw)]
/// struct HostKey {
///     host: u16,
/// }
///
/// # futures_lite::future::block_on(async {
/// let database = AsyncDatabase::new(AsyncMemory::default());
/// database.write(|rows| rows.put(&HostKey { host: 7 }, &"up".into())).await?;
/// assert_eq!(database.read(|rows| rows.get(&HostKey { host: 7 })).await?.as_deref(), Some("up"));
/// # Ok::<(), rowkey::store::RowsError<rowkey_async::AsyncError<std::convert::Infallible>>>(())
/// # }).unwrap();
/// ```
#[derive(Debug, Default)]
pub struct AsyncMemory {
    tables: Mutex<Tables>,
}

/// The rows of each table.
type Tables = BTreeMap<&'static str, BTreeMap<Vec<u8>, Vec<u8>>>;

impl AsyncMemory {
    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AsyncStore for AsyncMemory {
    type Error = Infallible;

    const TRANSACTIONS: bool = true;

    async fn get(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, Infallible> {
        let tables = self.tables();
        let value = |(table, key): &(&'static Table, _)| StoredValue {
            bytes: tables.get(table.name()).and_then(|rows| rows.get(key)).cloned(),
            version: 0,
        };
        Ok(keys.iter().map(value).collect())
    }

    async fn range(&self, request: &RangeRequest) -> Result<RangePage, Infallible> {
        let tables = self.tables();
        let rows = tables.get(request.table.name()).into_iter();
        let mut rows = rows.flat_map(|rows| rows.range::<[u8], _>(request.range.as_bounds()));
        let mut next = || match request.direction {
            Direction::Forward => rows.next(),
            Direction::Backward => rows.next_back(),
        };
        let mut page = RangePage::default();
        while page.rows.len() < request.limit {
            match next() {
                Some((key, value)) => page.rows.push((key.clone(), StoredValue::new(value.clone()))),
                None => return Ok(RangePage { is_end: true, ..page }),
            }
        }
        Ok(page)
    }

    async fn commit(&self, commit: &Commit) -> Result<(), CommitError<Infallible>> {
        let mut tables = self.tables();
        let is_stored = |table: &Table, key: &[u8], value: &StoredValue| {
            tables.get(table.name()).and_then(|rows| rows.get(key)) == value.bytes.as_ref()
        };
        let mut writes = commit.writes.iter();
        let writes_are_unchanged = writes
            .all(|write| write.expected.as_ref().is_none_or(|expected| is_stored(write.table, &write.key, expected)));
        let reads_are_unchanged = commit.reads.iter().all(|read| is_stored(read.table, &read.key, &read.value));
        if !writes_are_unchanged || !reads_are_unchanged {
            return Err(CommitError::Conflict);
        }
        for write in &commit.writes {
            let rows = tables.entry(write.table.name()).or_default();
            match &write.value {
                Some(value) => drop(rows.insert(write.key.clone(), value.clone())),
                None => drop(rows.remove(&write.key)),
            }
        }
        Ok(())
    }
}

impl Transactional for AsyncMemory {}
