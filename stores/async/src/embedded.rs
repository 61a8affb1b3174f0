//! [`Embedded`] and [`OnThreads`]: embedded stores as async stores.

use crate::{AsyncStore, Commit, CommitError, RangePage, RangeRequest, StoredValue, Table, Transactional, wait_time};
use rowkey::store::{LAYOUTS, Read, Rows, RowsError, Transactions, Write};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, mpsc};
use std::thread::sleep;

/// An embedded store, such as redb, as the store of an [`AsyncDatabase`](crate::AsyncDatabase).
///
/// `D` is the `Database` of `rowkey-redb`, `rowkey-fjall`, `rowkey-heed` or `rowkey-rocksdb`. The rows are those that this
/// `Database` itself writes, so a program can open the same file with both. Each request is a transaction of its own, and a
/// commit is a write transaction, which compares the rows that were read.
///
/// The futures do their work when they are polled, and never wait for anything else. A commit waits for the disk, so
/// a program that serves other tasks on the same thread calls [`on_threads`](Self::on_threads).
pub struct Embedded<D> {
    database: D,
}

impl<D: Transactions> Embedded<D> {
    /// Wraps a database.
    pub fn new(database: D) -> Self {
        Self { database }
    }

    /// Returns the database, to call functions that only this store has.
    pub fn database(&self) -> &D {
        &self.database
    }

    /// Runs each request on a thread that may wait for the disk. `spawn` runs a closure on such a thread, and returns a future
    /// that ends after the closure. For example, pass `tokio::task::spawn_blocking` or `smol::unblock`:
    ///
    /// ```
    /// # use rowkey::store::Transactions;
    /// use rowkey_async::{AsyncDatabase, Embedded, OnThreads};
    ///
    /// fn on_tokio<D: Transactions + Send + Sync + 'static>(database: D) -> AsyncDatabase<OnThreads<D>> {
    ///     AsyncDatabase::new(Embedded::new(database).on_threads(tokio::task::spawn_blocking))
    /// }
    /// ```
    pub fn on_threads<F>(self, spawn: impl Fn(Work) -> F + Send + Sync + 'static) -> OnThreads<D>
    where
        F: Future + Send + 'static,
    {
        let spawn = move |work| -> Spawned {
            let spawned = spawn(work);
            Box::pin(async move { drop(spawned.await) })
        };
        OnThreads { store: Arc::new(self), spawn: Box::new(spawn) }
    }

    fn read_keys(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, RowsError<D::Error>> {
        let rows = self.database.read()?;
        keys.iter().map(|(table, key)| stored(rows.store(), table, key).map_err(RowsError::Store)).collect()
    }

    fn read_ranges(&self, requests: &[RangeRequest]) -> Result<Vec<RangePage>, RowsError<D::Error>> {
        let rows = self.database.read()?;
        requests.iter().map(|request| read_page(rows.store(), request).map_err(RowsError::Store)).collect()
    }

    fn apply(&self, commit: &Commit) -> Result<(), CommitError<RowsError<D::Error>>> {
        let mut is_applied = false;
        let committed = self.database.try_write(|rows| {
            apply(rows, commit)?;
            is_applied = true;
            Ok(())
        });
        committed.map_err(|error| match error {
            Refused::Conflict => CommitError::Conflict,
            // RocksDB has written the rows if only the sync of its log has failed.
            Refused::Failed(error) if is_applied => CommitError::Unknown(error),
            Refused::Failed(error) => CommitError::Failed(error),
        })
    }
}

/// Why a transaction was not committed.
enum Refused<E> {
    Conflict,
    Failed(RowsError<E>),
}

impl<E> From<RowsError<E>> for Refused<E> {
    fn from(error: RowsError<E>) -> Self {
        Self::Failed(error)
    }
}

fn stored<S: Read>(store: &S, table: &'static Table, key: &[u8]) -> Result<StoredValue, S::Error> {
    Ok(StoredValue { bytes: store.get(table, key)?.map(|value| value.as_ref().to_vec()), version: 0 })
}

fn read_page<S: Read>(store: &S, request: &RangeRequest) -> Result<RangePage, S::Error> {
    let mut range = store.range(request.table, &request.range, request.direction)?;
    let mut page = RangePage::default();
    while !page.is_end && page.rows.len() < request.limit {
        S::next_row(
            &mut range,
            |key, value| {
                page.rows.push((key.to_vec(), StoredValue::new(value.to_vec())));
                Ok(())
            },
            |error| {
                page.is_end = true;
                error.map_or(Ok(()), Err)
            },
        )?;
    }
    Ok(page)
}

/// Writes the rows of a commit, unless a row that it has read has changed.
fn apply<S: Write>(rows: &mut Rows<S>, commit: &Commit) -> Result<(), Refused<S::Error>> {
    let reads = commit.reads.iter().map(|read| (read.table, &read.key, &read.value));
    let writes = commit.writes.iter();
    let overwritten = writes.filter_map(|write| Some((write.table, &write.key, write.expected.as_ref()?)));
    for (table, key, expected) in reads.chain(overwritten) {
        let value = rows.store().get(table, key).map_err(RowsError::Store)?;
        if value.as_ref().map(AsRef::as_ref) != expected.bytes.as_deref() {
            return Err(Refused::Conflict);
        }
    }
    for write in &commit.writes {
        if write.table.name() == LAYOUTS.name() {
            rows.__rowkey_set_layouts_changed();
        }
        let store = rows.store_mut();
        let written = match &write.value {
            Some(value) => store.put(write.table, &write.key, value),
            None => store.delete(write.table, &write.key),
        };
        written.map_err(RowsError::Store)?;
    }
    Ok(())
}

impl<D: Transactions + Send + Sync> AsyncStore for Embedded<D> {
    type Error = RowsError<D::Error>;

    const TRANSACTIONS: bool = true;

    async fn get(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, Self::Error> {
        self.read_keys(keys)
    }

    async fn range(&self, request: &RangeRequest) -> Result<RangePage, Self::Error> {
        Ok(self.read_ranges(std::slice::from_ref(request))?.pop().unwrap_or_default())
    }

    async fn ranges(&self, requests: &[RangeRequest]) -> Result<Vec<RangePage>, Self::Error> {
        self.read_ranges(requests)
    }

    async fn commit(&self, commit: &Commit) -> Result<(), CommitError<Self::Error>> {
        self.apply(commit)
    }

    async fn wait(&self, attempt: u32) {
        // The row was changed by another thread, because no other task runs between a read and a commit on this thread.
        sleep(wait_time(attempt));
    }
}

impl<D: Transactions + Send + Sync> Transactional for Embedded<D> {}

impl<D> fmt::Debug for Embedded<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Embedded").finish_non_exhaustive()
    }
}

/// A closure that [`Embedded::on_threads`] passes to another thread.
pub type Work = Box<dyn FnOnce() + Send>;

type Spawned = Pin<Box<dyn Future<Output = ()> + Send>>;

/// An embedded store whose work runs on other threads: see [`Embedded::on_threads`].
pub struct OnThreads<D> {
    store: Arc<Embedded<D>>,
    // Boxed, because a type parameter for this function would not compile: if it is tokio's `spawn_blocking`, rustc cannot show that
    // the futures are `Send`.
    spawn: Box<dyn Fn(Work) -> Spawned + Send + Sync>,
}

impl<D: Transactions + Send + Sync + 'static> OnThreads<D> {
    /// Returns the database, to call functions that only this store has.
    pub fn database(&self) -> &D {
        self.store.database()
    }

    async fn run<T: Send + 'static>(&self, work: impl Fn(&Embedded<D>) -> T + Send + Sync + 'static) -> T {
        let work = Arc::new(work);
        let (sender, receiver) = mpsc::sync_channel(1);
        let (store, on_thread) = (Arc::clone(&self.store), Arc::clone(&work));
        (self.spawn)(Box::new(move || drop(sender.send(on_thread(&store))))).await;
        // An executor that is shut down drops the closure.
        receiver.recv().unwrap_or_else(|_| work(&self.store))
    }
}

impl<D: Transactions + Send + Sync + 'static> AsyncStore for OnThreads<D> {
    type Error = RowsError<D::Error>;

    const TRANSACTIONS: bool = true;

    async fn get(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, Self::Error> {
        let keys = keys.to_vec();
        self.run(move |store| store.read_keys(&keys)).await
    }

    async fn range(&self, request: &RangeRequest) -> Result<RangePage, Self::Error> {
        Ok(self.ranges(std::slice::from_ref(request)).await?.pop().unwrap_or_default())
    }

    async fn ranges(&self, requests: &[RangeRequest]) -> Result<Vec<RangePage>, Self::Error> {
        let requests = requests.to_vec();
        self.run(move |store| store.read_ranges(&requests)).await
    }

    async fn commit(&self, commit: &Commit) -> Result<(), CommitError<Self::Error>> {
        let commit = commit.clone();
        self.run(move |store| store.apply(&commit)).await
    }

    async fn wait(&self, attempt: u32) {
        self.run(move |_| sleep(wait_time(attempt))).await;
    }
}

impl<D: Transactions + Send + Sync + 'static> Transactional for OnThreads<D> {}

impl<D> fmt::Debug for OnThreads<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OnThreads").finish_non_exhaustive()
    }
}
