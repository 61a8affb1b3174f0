//! An async store in memory. As a seed says, its requests take long, fail, return fewer rows than were asked for, and are
//! applied although their answer is lost. Tasks that use it run one step at a time, in the order of the seed.

use fastrand::Rng;
use futures_lite::future::yield_now;
use rowkey::KeyRange;
use rowkey::store::{Direction, Table};
use rowkey_async::{
    AsyncStore, Commit, CommitError, RangePage, RangeRequest, RowStore, RowWrite, Scanner, StoredValue,
};
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Waker};

/// The versions of a row, as HBase keeps them: the puts by their timestamps, and the timestamp of the latest delete, which hides
/// the puts up to this timestamp. A store with transactions keeps the newest version only.
#[derive(Debug, Clone, Default)]
struct Versions {
    puts: BTreeMap<u64, Vec<u8>>,
    deleted_to: u64,
}

impl Versions {
    fn newest(&self) -> StoredValue {
        match self.puts.last_key_value() {
            Some((version, bytes)) if *version > self.deleted_to => {
                StoredValue { bytes: Some(bytes.clone()), version: (*version).into() }
            }
            _ => StoredValue::default(),
        }
    }

    fn write(&mut self, value: Option<&[u8]>, time: u64) {
        match value {
            Some(value) => drop(self.puts.insert(time, value.to_vec())),
            None => self.deleted_to = self.deleted_to.max(time),
        }
    }
}

/// The frequency of each fault, in percent of the requests.
#[derive(Debug, Clone, Copy, Default)]
pub struct Faults {
    /// A request fails and has no effect.
    pub fails: u8,
    /// A write fails and is applied.
    pub loses_answer: u8,
    /// A program is killed before it writes a row.
    pub stops: u8,
    /// The largest difference between the clocks of the programs.
    pub skew: u8,
    /// The largest number of steps that a request waits.
    pub delay: u8,
    /// A request of a range returns fewer rows than there are.
    pub short_pages: u8,
}

/// The numbers of requests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Requests {
    pub gets: u32,
    pub keys: u32,
    pub ranges: u32,
    pub rows: u32,
    pub commits: u32,
    /// The gets and ranges that were sent while the store had not answered a commit.
    pub beside_commits: u32,
    /// The gets and ranges that were sent while the store had not answered another one.
    pub beside_reads: u32,
}

/// A value that tasks share.
#[derive(Default)]
pub struct Shared<T>(Mutex<T>);

impl<T> Shared<T> {
    pub fn new(value: T) -> Self {
        Self(Mutex::new(value))
    }

    pub fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap()
    }

    pub fn set(&self, value: T) {
        *self.lock() = value;
    }

    pub fn get(&self) -> T
    where
        T: Copy,
    {
        *self.lock()
    }

    pub fn take(&self) -> T
    where
        T: Default,
    {
        std::mem::take(&mut self.lock())
    }
}

/// The store. As an `AsyncStore` it has transactions, and as a `RowStore` it writes each row for itself.
pub struct AsyncMemory {
    rows: Shared<BTreeMap<(&'static str, Vec<u8>), Versions>>,
    pub clock: Shared<u64>,
    random: Shared<Rng>,
    /// True after a task was stopped, until [`run`] has ended it.
    stopped: Shared<bool>,
    pub faults: Shared<Faults>,
    pub requests: Shared<Requests>,
    /// The numbers of commits and of reads that are not answered.
    open: Shared<[u32; 2]>,
    /// Counts the cursors that scans keep.
    cursors: Arc<()>,
    /// The number of pages after which a cursor was kept.
    pub kept: Shared<u32>,
}

/// The key and the value of a row.
type Row = (Vec<u8>, StoredValue);

/// The rest of a range, as it was stored at the first request.
struct Cursor {
    rows: VecDeque<Row>,
    /// The key of the last row that was returned.
    returned: Option<Vec<u8>>,
    _open: Arc<()>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Fault;

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the store does not answer")
    }
}

impl std::error::Error for Fault {}

impl AsyncMemory {
    pub fn new(seed: u64, faults: Faults) -> Self {
        Self {
            rows: Shared::default(),
            clock: Shared::new(1000),
            random: Shared::new(Rng::with_seed(seed)),
            stopped: Shared::new(false),
            faults: Shared::new(faults),
            requests: Shared::default(),
            open: Shared::default(),
            cursors: Arc::default(),
            kept: Shared::default(),
        }
    }

    /// Returns the number of cursors that scans keep.
    pub fn count_cursors(&self) -> usize {
        Arc::strong_count(&self.cursors) - 1
    }

    /// Returns the number of stored rows of a table whose keys begin with `namespace`.
    pub fn count_rows(&self, table: &str, namespace: &[u8]) -> usize {
        let rows = self.rows.lock();
        let is_stored = |((name, key), row): &(&(&str, Vec<u8>), &Versions)| {
            *name == table && key.starts_with(namespace) && row.newest().bytes.is_some()
        };
        rows.iter().filter(is_stored).count()
    }

    /// Returns the stored rows of a table.
    pub fn stored_rows(&self, table: &str) -> Vec<(Vec<u8>, Vec<u8>)> {
        let rows = self.rows.lock();
        let rows = rows.iter().filter(|((name, _), _)| *name == table);
        rows.filter_map(|((_, key), row)| Some((key.clone(), row.newest().bytes?))).collect()
    }

    fn happens(&self, percent: u8) -> bool {
        self.random.lock().u8(..100) < percent
    }

    async fn wait_a_while(&self) {
        let steps = self.random.lock().u8(..=self.faults.get().delay);
        for _ in 0..steps {
            yield_now().await;
        }
    }

    async fn request(&self) -> Result<(), Fault> {
        self.wait_a_while().await;
        if self.happens(self.faults.get().fails) { Err(Fault) } else { Ok(()) }
    }

    /// Sends a get or a range.
    async fn read_request(&self, add: impl FnOnce(&mut Requests)) -> Result<(), Fault> {
        let [commits, reads] = self.open.get();
        self.count(|requests| {
            requests.beside_commits += u32::from(commits > 0);
            requests.beside_reads += u32::from(reads > 0);
            add(requests);
        });
        self.open.lock()[1] += 1;
        let answer = self.request().await;
        self.open.lock()[1] -= 1;
        answer
    }

    async fn answer<T>(&self, answer: T) -> Result<T, Fault> {
        self.wait_a_while().await;
        if self.happens(self.faults.get().loses_answer) { Err(Fault) } else { Ok(answer) }
    }

    /// Ends a task at this point, as if its program was killed: it waits forever.
    async fn stop_sometimes(&self) {
        if self.happens(self.faults.get().stops) {
            self.stopped.set(true);
            std::future::pending::<()>().await;
        }
    }

    fn count(&self, add: impl FnOnce(&mut Requests)) {
        let mut requests = self.requests.get();
        add(&mut requests);
        self.requests.set(requests);
    }

    fn tick(&self) -> u64 {
        self.clock.set(self.clock.get() + 1);
        self.clock.get()
    }

    fn newest(&self, table: &Table, key: &[u8]) -> StoredValue {
        self.rows.lock().get(&(table.name(), key.to_vec())).map(Versions::newest).unwrap_or_default()
    }

    fn write(&self, table: &Table, key: &[u8], value: Option<&[u8]>, time: u64) {
        let mut rows = self.rows.lock();
        rows.entry((table.name(), key.to_vec())).or_default().write(value, time);
    }

    async fn get_all(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, Fault> {
        let len = keys.len() as u32;
        self.read_request(|requests| (requests.gets, requests.keys) = (requests.gets + 1, requests.keys + len)).await?;
        Ok(keys.iter().map(|(table, key)| self.newest(table, key)).collect())
    }

    fn stored_range(&self, table: &Table, range: &KeyRange, direction: Direction) -> VecDeque<Row> {
        let rows = self.rows.lock();
        let rows = rows.iter().filter(|((name, key), _)| *name == table.name() && range.contains(key));
        let rows = rows.map(|((_, key), row)| (key.clone(), row.newest())).filter(|(_, value)| value.bytes.is_some());
        match direction {
            Direction::Forward => rows.collect(),
            Direction::Backward => rows.rev().collect(),
        }
    }

    async fn read_range(&self, request: &RangeRequest) -> Result<RangePage, Fault> {
        let RangeRequest { table, range, direction, limit, scanner } = request;
        self.read_request(|requests| requests.ranges += 1).await?;
        let is_short = self.happens(self.faults.get().short_pages);
        let limit = if is_short { self.random.lock().usize(..3) } else { *limit };
        let kept = scanner.as_ref().and_then(Scanner::take::<Cursor>);
        let mut found = match kept {
            // Servers also lose their cursors.
            Some(cursor) if !self.happens(self.faults.get().short_pages) => {
                assert!(cursor.returned.is_none_or(|last| !range.contains(&last)));
                assert!(cursor.rows.iter().all(|(key, _)| range.contains(key)));
                cursor.rows
            }
            _ => self.stored_range(table, range, *direction),
        };
        let rows: Vec<_> = found.drain(..limit.min(found.len())).collect();
        let is_end = found.is_empty();
        if let Some(scanner) = scanner
            && !is_end
        {
            self.kept.set(self.kept.get() + 1);
            let returned = rows.last().map(|(key, _)| key.clone());
            scanner.keep(Cursor { rows: found, returned, _open: Arc::clone(&self.cursors) });
        }
        self.count(|requests| requests.rows += rows.len() as u32);
        Ok(RangePage { rows, is_end })
    }

    async fn apply(&self, commit: &Commit) -> Result<(), CommitError<Fault>> {
        self.request().await.map_err(CommitError::Failed)?;
        // Values are compared, not versions, as in stores without versions.
        let is_stored = |table: &Table, key: &[u8], value: &StoredValue| self.newest(table, key).bytes == value.bytes;
        let reads_are_stored = commit.reads.iter().all(|row| is_stored(row.table, &row.key, &row.value));
        let is_unchanged = |write: &RowWrite| {
            write.expected.as_ref().is_none_or(|expected| is_stored(write.table, &write.key, expected))
        };
        if !reads_are_stored || !commit.writes.iter().all(is_unchanged) {
            return Err(CommitError::Conflict);
        }
        let time = self.tick();
        for write in &commit.writes {
            self.write(write.table, &write.key, write.value.as_deref(), time);
        }
        self.answer(()).await.map_err(CommitError::Unknown)
    }
}

impl AsyncStore for AsyncMemory {
    type Error = Fault;

    const TRANSACTIONS: bool = true;

    async fn get(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, Fault> {
        self.get_all(keys).await
    }

    async fn range(&self, request: &RangeRequest) -> Result<RangePage, Fault> {
        self.read_range(request).await
    }

    async fn commit(&self, commit: &Commit) -> Result<(), CommitError<Fault>> {
        self.count(|requests| requests.commits += 1);
        self.open.lock()[0] += 1;
        let committed = self.apply(commit).await;
        self.open.lock()[0] -= 1;
        committed
    }

    async fn wait(&self, _: u32) {
        self.wait_a_while().await;
    }
}

impl RowStore for AsyncMemory {
    type Error = Fault;

    async fn get(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, Fault> {
        self.get_all(keys).await
    }

    async fn range(&self, request: &RangeRequest) -> Result<RangePage, Fault> {
        self.read_range(request).await
    }

    async fn put(&self, rows: &[(&'static Table, &[u8], &[u8])], timestamp: Option<u64>) -> Result<(), Fault> {
        for (table, key, value) in rows {
            self.stop_sometimes().await;
            self.request().await?;
            self.write(table, key, Some(value), timestamp.unwrap_or_else(|| self.tick()));
        }
        self.answer(()).await
    }

    async fn delete(&self, rows: &[(&'static Table, &[u8], u64)]) -> Result<(), Fault> {
        for (table, key, timestamp) in rows {
            self.stop_sometimes().await;
            self.request().await?;
            self.write(table, key, None, *timestamp);
        }
        self.answer(()).await
    }

    async fn check_and_put(
        &self,
        table: &'static Table,
        key: &[u8],
        expected: Option<&[u8]>,
        value: &[u8],
    ) -> Result<bool, Fault> {
        self.stop_sometimes().await;
        self.request().await?;
        let is_expected = self.newest(table, key).bytes.as_deref() == expected;
        if is_expected {
            self.write(table, key, Some(value), self.tick());
        }
        self.answer(is_expected).await
    }

    async fn wait(&self, _: u32) {
        self.wait_a_while().await;
    }

    fn now(&self) -> u64 {
        self.tick() - self.random.lock().u64(..=u64::from(self.faults.get().skew))
    }
}

/// Runs tasks to their ends, or until they are killed. Each step belongs to the task that `random` selects.
pub fn run<'t>(store: &AsyncMemory, mut tasks: Vec<Pin<Box<dyn Future<Output = ()> + 't>>>, random: &mut Rng) {
    let mut context = Context::from_waker(Waker::noop());
    while !tasks.is_empty() {
        let next = random.usize(..tasks.len());
        if tasks[next].as_mut().poll(&mut context).is_ready() || store.stopped.take() {
            drop(tasks.swap_remove(next));
        }
    }
}
