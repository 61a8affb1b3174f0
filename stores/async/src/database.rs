//! [`AsyncDatabase`]: runs closures on the rows of an async store.

use crate::attempt::{Attempt, Changes, attempt};
use crate::cache::{Cache, Misses};
use crate::layouts::{self, is_layouts};
use crate::snapshot::Snapshot;
use crate::{AsyncError, AsyncScan, AsyncStore, Commit, CommitError, RangePage, RangeRequest, StoredValue, Table};
use futures_util::future::{BoxFuture, FutureExt, MaybeDone, join, maybe_done, try_join};
use rowkey::record::{CoveringIndex, Finds, Index, Record, Source};
use rowkey::store::{
    __Counted, ComparedAtBegin, ComparedTables, CoveredBy, RecordsOf, RecordsThrough, Rows, RowsError, Step,
};
use rowkey::{OwnedKey, Query};
use std::future::{self, Future as _};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::time::{Duration, Instant};
use std::{fmt, mem};

/// A result of an operation on an [`AsyncDatabase`] with the store `S`.
pub type AsyncResult<T, S> = Result<T, RowsError<AsyncError<<S as AsyncStore>::Error>>>;

/// The number of times that a closure runs because another program has changed its rows.
const ATTEMPTS: u32 = 20;
/// How long recorded layouts are remembered.
const PERIOD: Duration = Duration::from_secs(10);

/// The records in an async store.
///
/// | to | call |
/// |---|---|
/// | read records in a closure | [`read`](Self::read) |
/// | write records in a closure | [`write`](Self::write), or [`try_write`](Self::try_write) with an error of your own |
/// | read many records one after the other | [`scan`](Self::scan), [`records`](Self::records), [`covered`](Self::covered) |
/// | store many new records | [`load`](Self::load) |
/// | count records | [`count`](Self::count) |
/// | rebuild an index, or move records | [`run_steps`](Self::run_steps) |
///
/// The closures run more than once: see [the crate](crate).
// The futures of clients can have many kilobytes. A program's future would contain them, so the functions with a closure box each
// future of the store that they await.
pub struct AsyncDatabase<S> {
    store: S,
    compared: Mutex<Compared>,
    /// The time after which `compared` is emptied.
    period: Duration,
}

/// The tables whose recorded layouts were read, and the time of the first read.
struct Compared {
    since: Instant,
    tables: Arc<ComparedTables>,
}

impl Compared {
    fn new() -> Self {
        Self { since: Instant::now(), tables: Arc::default() }
    }
}

impl<S> fmt::Debug for AsyncDatabase<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncDatabase").finish_non_exhaustive()
    }
}

/// Pages of ranges, with the numbers of the ranges in a [`Cache`].
type Pages = Vec<(usize, RangePage)>;

/// Requests for the next rows of ranges, which are on their way.
struct Sent<'d, E> {
    numbers: Vec<usize>,
    pages: MaybeDone<BoxFuture<'d, Result<Pages, E>>>,
}

/// A read that goes on until a closure has its rows.
struct Reading<'d, E> {
    attempts: u32,
    compared: ComparedAtBegin,
    ahead: Option<Sent<'d, E>>,
}

/// A write that goes on until the changes of a closure are committed.
struct Writing {
    cache: Cache,
    attempts: u32,
    compared: ComparedAtBegin,
    assumes_new: bool,
}

/// The next step of a write, after a run of its closure.
enum Turn {
    RunAgain,
    ReturnResult,
    Commit(Changes),
}

impl Writing {
    fn attempt<S: AsyncStore, T, E: From<RowsError<AsyncError<S::Error>>>>(
        &mut self,
        closure: impl FnOnce(&mut Rows<Snapshot<S>>) -> Result<T, E>,
    ) -> (Attempt, Result<T, E>) {
        attempt(&self.compared, &mut self.cache, true, self.assumes_new, closure)
    }
}

impl<S: AsyncStore> AsyncDatabase<S> {
    /// Opens the records of a store. The layouts of its tables are compared before their first use.
    pub fn new(store: S) -> Self {
        Self { store, compared: Mutex::new(Compared::new()), period: PERIOD }
    }

    /// Sets how long recorded layouts are remembered after they were read. The default is ten seconds.
    ///
    /// Several versions of a program can write at the same time, for example while a new version is deployed. An older
    /// version does not list a new index. When it next reads the recorded layouts and writes, it marks the index as not
    /// built. So **start the rebuild of a new index at least this period after the first write of the new version**. If an
    /// older version writes during the rebuild, the rebuild starts again.
    #[must_use]
    pub fn remember_layouts_for(mut self, period: Duration) -> Self {
        self.period = period;
        self
    }

    /// Returns the tables whose layouts need not be compared, and forgets them after a while.
    fn compared(&self) -> ComparedAtBegin {
        let mut compared = self.compared.lock().unwrap_or_else(PoisonError::into_inner);
        if compared.since.elapsed() >= self.period {
            *compared = Compared::new();
        }
        compared.tables.begin(|| ()).0
    }

    /// Returns the store.
    pub fn store(&self) -> &S {
        &self.store
    }

    /// Reads records in a closure, and returns its result. The closure may run several times.
    ///
    /// Rows that need several requests are not read at the same moment, so another program may have changed some of them.
    /// Records that are read through an index are still right: each has the entry through which it was found.
    ///
    /// All rows that the closure reads stay in memory until it returns. Read long results with [`scan`](Self::scan).
    ///
    /// # Errors
    /// The error of the closure, or the store could not read.
    pub async fn read<T, E>(&self, read: impl FnMut(&Rows<Snapshot<S>>) -> Result<T, E>) -> Result<T, E>
    where
        E: From<RowsError<AsyncError<S::Error>>>,
    {
        self.read_ahead(&mut Cache::default(), 0, read).await
    }

    /// Like [`read`](Self::read), with rows that are fetched already. While the closure runs, rows are fetched of each
    /// range that has fewer than `count` rows.
    pub(crate) async fn read_ahead<T, E>(
        &self,
        cache: &mut Cache,
        count: usize,
        mut read: impl FnMut(&Rows<Snapshot<S>>) -> Result<T, E>,
    ) -> Result<T, E>
    where
        E: From<RowsError<AsyncError<S::Error>>>,
    {
        let mut reading = Reading { attempts: 1, compared: self.compared(), ahead: None };
        loop {
            if reading.ahead.is_none() {
                reading.ahead = self.send(cache.requests_ahead(count)).await;
            }
            let (attempt, result) = attempt(&reading.compared, cache, false, false, |rows| read(rows));
            // Usually, nothing is left to await, so no box is needed.
            let is_end = matches!(attempt, Attempt::Done(_)) && reading.ahead.is_none();
            if is_end || Box::pin(self.advance_read(&mut reading, cache, attempt)).await? {
                return result;
            }
        }
    }

    /// Fetches what the next run of a closure needs. Returns true if it need not run again.
    async fn advance_read(
        &self,
        reading: &mut Reading<'_, S::Error>,
        cache: &mut Cache,
        attempt: Attempt,
    ) -> AsyncResult<bool, S> {
        let (is_end, is_ahead_needed) = match attempt {
            Attempt::Done(_) => (true, true),
            Attempt::Misses(mut misses) => {
                let is_ahead_needed = reading.ahead.as_ref().is_some_and(|sent| misses.remove_ranges(&sent.numbers));
                let mut fetch = pin!(self.fetch(cache, misses));
                // The requests that are on their way are driven meanwhile.
                let fetched = future::poll_fn(|context| {
                    if let Some(sent) = &mut reading.ahead {
                        let _ = sent.pages.poll_unpin(context);
                    }
                    fetch.as_mut().poll(context)
                });
                fetched.await.map_err(store_error)?;
                (false, is_ahead_needed)
            }
            Attempt::Doubtful if reading.attempts < ATTEMPTS => {
                self.store.wait(reading.attempts).await;
                reading.attempts += 1;
                reading.ahead = None;
                cache.clear();
                (false, false)
            }
            Attempt::Doubtful | Attempt::Failed => (true, false),
            // Nothing is assumed in a read.
            Attempt::Assumed => (false, false),
        };
        if is_ahead_needed && let Some(mut sent) = reading.ahead.take() {
            (&mut sent.pages).await;
            let pages = Pin::new(&mut sent.pages).take_output().unwrap_or_else(|| Ok(Vec::new()));
            for (number, page) in pages.map_err(store_error)? {
                cache.add_page(number, page);
            }
        }
        Ok(is_end)
    }

    /// Sends requests, whose answers arrive while other work is done.
    async fn send(&self, requests: Vec<(usize, RangeRequest)>) -> Option<Sent<'_, S::Error>> {
        if requests.is_empty() {
            return None;
        }
        let numbers = requests.iter().map(|(number, _)| *number).collect();
        let mut pages = maybe_done(self.fetch_ranges(requests).boxed());
        // Requests are sent when their future is polled for the first time.
        future::poll_fn(|context| Poll::Ready(pages.poll_unpin(context).is_ready())).await;
        Some(Sent { numbers, pages })
    }

    /// Writes records in a closure, and commits if it returns `Ok`. Returns the result of the closure.
    ///
    /// The closure runs again if a row that it has read by its key, or that it writes, was changed before the commit. In a store
    /// with transactions, all of its changes are written or none. In a store without transactions, it changes one record.
    ///
    /// # Errors
    /// The error of the closure, or the store could not read or write. See [`AsyncError`] for what is written then.
    pub async fn write<T>(&self, write: impl FnMut(&mut Rows<Snapshot<S>>) -> AsyncResult<T, S>) -> AsyncResult<T, S> {
        self.try_write(write).await
    }

    /// Like [`write`](Self::write), with a closure that returns an error of your own.
    ///
    /// # Errors
    /// The same as [`write`](Self::write).
    pub async fn try_write<T, E>(&self, write: impl FnMut(&mut Rows<Snapshot<S>>) -> Result<T, E>) -> Result<T, E>
    where
        E: From<RowsError<AsyncError<S::Error>>>,
    {
        self.write_as(false, write).await
    }

    /// Like [`try_write`](Self::try_write). If `is_load` is true, commits with [`AsyncStore::load`].
    pub(crate) async fn write_as<T, E>(
        &self,
        is_load: bool,
        mut write: impl FnMut(&mut Rows<Snapshot<S>>) -> Result<T, E>,
    ) -> Result<T, E>
    where
        E: From<RowsError<AsyncError<S::Error>>>,
    {
        let mut writing = self.begin_write(Cache::default());
        loop {
            let (attempt, result) = writing.attempt(&mut write);
            if Box::pin(self.advance_write(&mut writing, attempt, result.is_ok(), is_load)).await? {
                return result;
            }
        }
    }

    fn begin_write(&self, cache: Cache) -> Writing {
        Writing { cache, attempts: 1, compared: self.compared(), assumes_new: S::TRANSACTIONS }
    }

    /// Commits the changes of a closure, or fetches what its next run needs. Returns true if it need not run again.
    async fn advance_write(
        &self,
        writing: &mut Writing,
        attempt: Attempt,
        is_ok: bool,
        is_load: bool,
    ) -> AsyncResult<bool, S> {
        let changes = match self.turn(writing, attempt, is_ok).await? {
            Turn::RunAgain => return Ok(false),
            Turn::ReturnResult => return Ok(true),
            Turn::Commit(changes) => changes,
        };
        let committed =
            if is_load { self.store.load(&changes.commit).await } else { self.store.commit(&changes.commit).await };
        self.finish_commit(writing, changes, committed).await
    }

    async fn turn(&self, writing: &mut Writing, attempt: Attempt, is_ok: bool) -> AsyncResult<Turn, S> {
        match attempt {
            Attempt::Misses(misses) => self.fetch(&mut writing.cache, misses).await.map_err(store_error)?,
            Attempt::Assumed => writing.assumes_new = false,
            Attempt::Doubtful if writing.attempts == ATTEMPTS && !is_ok => return Ok(Turn::ReturnResult),
            Attempt::Doubtful => self.begin_attempt(writing, false).await?,
            Attempt::Done(changes) if !changes.commit.writes.is_empty() => return Ok(Turn::Commit(changes)),
            Attempt::Done(_) | Attempt::Failed => return Ok(Turn::ReturnResult),
        }
        Ok(Turn::RunAgain)
    }

    /// Returns true if the changes are committed, and false if the closure must run again.
    async fn finish_commit(
        &self,
        writing: &mut Writing,
        Changes { layouts, has_assumed, .. }: Changes,
        committed: Result<(), CommitError<S::Error>>,
    ) -> AsyncResult<bool, S> {
        let error = match layouts.commit(|| committed) {
            Ok(()) => return Ok(true),
            Err(CommitError::Conflict) => {
                self.begin_attempt(writing, has_assumed).await?;
                return Ok(false);
            }
            Err(CommitError::Failed(error)) => AsyncError::Store(error),
            Err(CommitError::Unknown(error)) => AsyncError::Unknown(error),
            Err(CommitError::Overtaken) => AsyncError::Overtaken,
            Err(CommitError::SeveralRecords) => AsyncError::SeveralRecords,
        };
        Err(RowsError::Store(error))
    }

    /// Begins the next attempt of a write, whose rows another program has changed.
    async fn begin_attempt(&self, writing: &mut Writing, has_assumed: bool) -> AsyncResult<(), S> {
        if writing.attempts == ATTEMPTS {
            return Err(RowsError::Store(AsyncError::Conflict { attempts: ATTEMPTS }));
        }
        // A row that was assumed to be new is the likely cause. Then there is nothing to wait for.
        if !has_assumed {
            self.store.wait(writing.attempts).await;
        }
        writing.assumes_new = false;
        writing.attempts += 1;
        writing.cache.clear();
        writing.compared = self.compared();
        Ok(())
    }

    /// Writes one step of a job. `cache` has the rows of this step that are fetched already. Also returns those of the next step.
    async fn write_step<P: Step>(
        &self,
        cache: Cache,
        mut step: impl FnMut(&mut Rows<Snapshot<S>>) -> AsyncResult<P, S>,
    ) -> AsyncResult<(P, Cache), S> {
        let mut writing = self.begin_write(cache);
        loop {
            let (attempt, result) = writing.attempt(&mut step);
            let changes = match Box::pin(self.turn(&mut writing, attempt, result.is_ok())).await? {
                Turn::RunAgain => continue,
                Turn::ReturnResult => return Ok((result?, Cache::default())),
                Turn::Commit(changes) => changes,
            };
            let done = result?;
            let commit = Box::pin(self.store.commit(&changes.commit));
            let (committed, next) = if done.next().is_some() {
                let rows = writing.cache.after(&changes.commit, !S::TRANSACTIONS);
                join(commit, Box::pin(self.fetch_next(&writing.compared, rows, &changes.commit, &mut step))).await
            } else {
                (commit.await, Cache::default())
            };
            if Box::pin(self.finish_commit(&mut writing, changes, committed)).await? {
                return Ok((done, next));
            }
        }
    }

    /// Fetches the rows that a step will read after a commit. Returns no rows if the commit writes one of them. `next` has the
    /// recorded layouts as they are after the commit.
    async fn fetch_next<P>(
        &self,
        compared: &ComparedAtBegin,
        mut next: Cache,
        commit: &Commit,
        step: &mut impl FnMut(&mut Rows<Snapshot<S>>) -> AsyncResult<P, S>,
    ) -> Cache {
        // The closure runs only to learn what it reads.
        while let (Attempt::Misses(misses), _) = attempt(compared, &mut next, true, false, &mut *step) {
            // The next run of the closure fetches these rows again, and returns the error.
            if self.fetch(&mut next, misses).await.is_err() {
                return Cache::default();
            }
        }
        next.forget_written(commit);
        next
    }

    /// Runs a long job, for example the rebuild of an index, in steps. Each step is a [`write`](Self::write), which also
    /// stores the cursor at which the next step continues. Returns the sum of the counts of all steps. While a step is
    /// committed, the closure runs once more, to learn which rows the next step reads, and these rows are fetched.
    ///
    /// `job` is the name of the job. If the program stops, the next call with this name continues after the last step
    /// that was committed: see [`Rows::run_step`].
    ///
    /// # Errors
    /// The error of the step that failed. The steps before it are committed.
    pub async fn run_steps<P: Step>(
        &self,
        job: &str,
        mut step: impl FnMut(&mut Rows<Snapshot<S>>, Option<&str>) -> AsyncResult<P, S>,
    ) -> AsyncResult<P, S> {
        let (mut sum, mut rows) = (P::default(), Cache::default());
        loop {
            let done;
            (done, rows) = self.write_step(rows, |rows| rows.run_step(job, &mut step)).await?;
            sum.add(done);
            if sum.next().is_none() {
                return Ok(sum);
            }
        }
    }

    /// Returns the records whose keys match a query, in the order of the keys.
    ///
    /// In a store with partition keys, such as DynamoDB, the query must set all fields before the one with
    /// [`sort_key`](rowkey::guide::attributes::fields#rowkeysort_key). Otherwise, the program does not compile.
    pub fn scan<Q, K>(&self, query: Q) -> AsyncScan<'_, S, RecordsOf<K>>
    where
        Q: Query,
        Q::Key: Record + OwnedKey + Finds<K>,
        K: Record + OwnedKey,
    {
        AsyncScan::new(self, query)
    }

    /// Returns the records that match a query of an index, in the order of the index's entries, as pairs of primary key
    /// and value. Records are fetched many at a time.
    pub fn records<Q, K>(&self, query: Q) -> AsyncScan<'_, S, RecordsThrough<Q::Key>>
    where
        Q: Query,
        Q::Key: Index<Record = K>,
        K: Record + OwnedKey,
    {
        AsyncScan::new(self, query)
    }

    /// Returns the entries that match a query of a covering index, each with the value that the entry stores.
    pub fn covered<Q>(&self, query: Q) -> AsyncScan<'_, S, CoveredBy<Q::Key>>
    where
        Q: Query,
        Q::Key: CoveringIndex + OwnedKey,
    {
        AsyncScan::new(self, query)
    }

    /// Counts the records whose keys match a query, or the entries that match a query of an index: see [`Rows::count`]. Keeps
    /// only some of the rows in memory, while [`Rows::count`] in a closure keeps all of them.
    ///
    /// # Errors
    /// The store could not read, or the index is not built.
    pub async fn count<Q>(&self, query: Q) -> AsyncResult<u64, S>
    where
        Q: Query<Key: Source>,
    {
        let mut count = 0;
        AsyncScan::<_, __Counted<Q::Key>>::new(self, query).for_each(|()| count += 1).await?;
        Ok(count)
    }

    /// Returns the keys and values of the table [`LAYOUTS`](rowkey::store::LAYOUTS), which
    /// [`RecordedTable::read`](rowkey::store::RecordedTable::read) reads: what the store has recorded about its tables.
    ///
    /// # Errors
    /// The store could not read.
    pub async fn recorded_layouts(&self) -> Result<Vec<(Vec<u8>, Vec<u8>)>, S::Error> {
        let mut cache = Cache::default();
        while let Some(layouts) = cache.missed_layouts() {
            Box::pin(self.fetch(&mut cache, Misses { ranges: vec![layouts], ..Misses::default() })).await?;
        }
        Ok(cache.layouts().map(|(key, value)| (key.to_vec(), value.to_vec())).collect())
    }

    /// Fetches the rows that a closure lacked, and the first rows of the ranges that it has opened.
    async fn fetch(&self, cache: &mut Cache, mut misses: Misses) -> Result<(), S::Error> {
        let reads_layouts = misses.ranges.iter().any(|missed| cache.reads_layouts(missed));
        let keys = mem::take(&mut misses.keys).into_iter();
        let mut keys: Vec<_> = keys.map(|((_, key), table)| (table, key)).collect();
        if !S::TRANSACTIONS && reads_layouts {
            misses.ranges.retain(|missed| !cache.reads_layouts(missed));
            let row = layouts::row(StoredValue::default());
            keys.push((row.table, row.key));
        }
        let requests: Vec<_> = misses.ranges.iter().map(|missed| cache.request(missed)).collect();
        let requests: Vec<_> = requests.into_iter().filter_map(|(number, request)| Some((number, request?))).collect();
        let (values, pages) = try_join(self.fetch_keys(&keys), self.fetch_ranges(requests)).await?;
        for ((table, key), value) in keys.into_iter().zip(values) {
            if is_layouts(table) {
                cache.add_layouts(value);
            } else {
                cache.add_row(table, key, value);
            }
        }
        for (number, page) in pages {
            cache.add_page(number, page);
        }
        Ok(())
    }

    async fn fetch_keys(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, S::Error> {
        if keys.is_empty() { Ok(Vec::new()) } else { self.store.get(keys).await }
    }

    async fn fetch_ranges(&self, requests: Vec<(usize, RangeRequest)>) -> Result<Pages, S::Error> {
        let (numbers, requests): (Vec<_>, Vec<_>) = requests.into_iter().unzip();
        let pages = match &requests[..] {
            [] => Vec::new(),
            [request] => vec![self.store.range(request).await?],
            requests => self.store.ranges(requests).await?,
        };
        Ok(numbers.into_iter().zip(pages).collect())
    }
}

fn store_error<E>(error: E) -> RowsError<AsyncError<E>> {
    RowsError::Store(AsyncError::Store(error))
}
