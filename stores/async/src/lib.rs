//! Records on any store, with one type: [`AsyncDatabase`].
//!
//! The stores are databases on other machines and [embedded stores](Embedded). The key types, the records and the operations are
//! those of [`rowkey::store`]. Reads and writes are async.
//!
//! ```
//! use rowkey::RowKey;
//! use rowkey::store::RowsError;
//! use rowkey_async::{AsyncDatabase, AsyncMemory};
//!
//! #[derive(Debug, PartialEq, RowKey)]
//! #[rowkey(value = String, format = rowkey::Raw, salt(md5, buckets = 4), indexes(UserByName))]
//! struct UserKey {
//!     user: u32,
//! }
//!
//! #[derive(RowKey)]
//! #[rowkey(index_of = UserKey)]
//! struct UserByName {
//!     #[rowkey(from = value)]
//!     name: String,
//!     user: u32,
//! }
//!
//! # futures_lite::future::block_on(async {
//! let database = AsyncDatabase::new(AsyncMemory::default()); // or `rowkey_dynamodb::open(client, "app")`
//! for (user, name) in [(7, "Ada"), (8, "Bob")] {
//!     database.write(|rows| rows.put(&UserKey { user }, &name.into())).await?;
//! }
//! database.write(|rows| rows.update(&UserKey { user: 7 }, |name| name.push_str(" Lovelace"))).await?;
//!
//! let mut users = database.records(UserByName::prefix().name_starts_with("Ada"));
//! while let Some(user) = users.next().await {
//!     let (key, name) = user?;
//!     assert_eq!((key.user, &*name), (7, "Ada Lovelace"));
//! }
//! # Ok::<(), RowsError<rowkey_async::AsyncError<std::convert::Infallible>>>(())
//! # }).unwrap();
//! ```
//!
//! # One program for every store
//!
//! A function that is generic over the store runs on all of them, so a program can choose the store when it starts. Only the line
//! that opens the store differs. `examples/engines` of the repository has such programs:
//!
//! | store | the line |
//! |---|---|
//! | redb | `run(AsyncDatabase::new(Embedded::new(rowkey_redb::Database::create(path)?))).await` |
//! | fjall | `run(AsyncDatabase::new(Embedded::new(rowkey_fjall::Database::open(path)?))).await` |
//! | LMDB | `run(AsyncDatabase::new(Embedded::new(rowkey_heed::Database::new(env, TABLES)?))).await` |
//! | RocksDB | `run(AsyncDatabase::new(Embedded::new(rowkey_rocksdb::Database::open(path)?))).await` |
//! | DynamoDB | `run(rowkey_dynamodb::open(client, "app")).await` |
//! | HBase | `run(rowkey_hbase::open(gateway)).await` |
//! | Bigtable | `run(rowkey_bigtable::open(client)).await` |
//! | MongoDB | `run(rowkey_mongodb::open(database)).await` |
//!
//! Such a program changes one record in a `write`, because a store without transactions permits no more. Beside the `Database` of
//! an embedded store, these things differ:
//!
//! | to | `Database` | `AsyncDatabase` |
//! |---|---|---|
//! | write | `database.write(\|rows\| ..)?` | `database.write(\|rows\| ..).await?`, and the closure can [run again](#the-closures-run-more-than-once) |
//! | read | `database.read()?`, which is a snapshot | `database.read(\|rows\| ..).await?`, with rows that were not all read at the same moment |
//! | scan | `for row in rows.scan(query) {}` | `while let Some(row) = scan.next().await {}` |
//! | read a page | `rows.scan(query).page(cursor, 20)?` | `database.scan(query).page(cursor, 20).await?` |
//! | count | `rows.count(query)?` | `database.count(query).await?` |
//! | run a job in steps | `database.run_steps(job, step)?` | `database.run_steps(job, step).await?`, with the same closure |
//! | write although others add rows to a range that the closure has read | not possible | possible: a commit compares the rows that were read by their keys, and those that it writes |
//!
//! # The closures run more than once
//!
//! `AsyncDatabase` runs the same [`Rows`](rowkey::store::Rows) as a store on disk, so every operation has its name, its meaning and
//! its code. A closure runs on the rows that are fetched already. If it needs another row, the row is fetched, and the
//! closure runs again from its start. In the end, its changes are committed if the rows that it has read are still the
//! same. Otherwise, it runs again with new rows.
//!
//! So a closure must do nothing but read and write records: it sends no message, and it counts nothing outside of it. It
//! returns the errors of its operations with `?`, because one of them says that a row must be fetched.
//!
//! # Unique values on every store
//!
//! A store without transactions cannot keep an index unique. But no two programs can insert the same record, so a record can say
//! who has a value. This works on all stores, and no two users ever have the same e-mail address, wherever a program stops:
//!
//! ```
//! use rowkey::{Postcard, RowKey};
//! use rowkey_async::{AsyncDatabase, AsyncResult, AsyncStore};
//!
//! /// The value is the number of the user who has the address. The record of the user has a copy of the address.
//! #[derive(RowKey)]
//! #[rowkey(value = u32, format = Postcard)]
//! struct EmailKey {
//!     email: String,
//! }
//!
//! /// Returns false if another user has the address.
//! async fn take_email<S: AsyncStore>(database: &AsyncDatabase<S>, email: &str, user: u32) -> AsyncResult<bool, S> {
//!     let email = EmailKey { email: email.to_lowercase() };
//!     let owner = database.write(|rows| rows.upsert(&email, || user, |owner| *owner)).await?;
//!     Ok(owner == user)
//! }
//! # let database = AsyncDatabase::new(rowkey_async::AsyncMemory::default());
//! # let take = |user| futures_lite::future::block_on(take_email(&database, "ada@example.org", user)).unwrap();
//! # assert_eq!([7, 8, 7].map(take), [true, false, true]);
//! ```
//!
//! Call `take_email` before you write the user, and `take` the `EmailKey` of the old address after it. If the program stops in
//! between, the user calls the function again. To find a user by the address, `get` the `EmailKey` and then the user.
//!
//! # Threads
//!
//! All futures of a store and of its `AsyncDatabase` are `Send` if the closures, and what they return, are. So a function that is
//! generic over the store can start tasks that move between the threads of an executor:
//!
//! ```
//! use rowkey::RowKey;
//! use rowkey_async::{AsyncDatabase, AsyncMemory, AsyncResult, AsyncStore};
//! use std::sync::Arc;
//! use tokio::task::JoinHandle;
//!
//! #[derive(RowKey)]
//! #[rowkey(value = String, format = rowkey::Raw)]
//! struct UserKey {
//!     user: u32,
//! }
//!
//! async fn rename<S: AsyncStore>(database: &AsyncDatabase<S>, user: u32, name: &str) -> AsyncResult<bool, S> {
//!     let renamed = database.write(|rows| rows.update(&UserKey { user }, |old| *old = name.into())).await?;
//!     Ok(renamed.is_some())
//! }
//!
//! fn start_renaming<S: AsyncStore + 'static>(database: Arc<AsyncDatabase<S>>) -> JoinHandle<AsyncResult<bool, S>> {
//!     tokio::spawn(async move { rename(&database, 7, "Ada").await })
//! }
//!
//! # #[tokio::main]
//! # async fn main() {
//! assert!(!start_renaming(Arc::new(AsyncDatabase::new(AsyncMemory::default()))).await.unwrap().unwrap());
//! # }
//! ```
//!
//! If rustc says that an "implementation of `FnOnce` is not general enough", such a task holds an iterator with a closure that
//! takes a reference. Pass an iterator over values: `load(users.into_iter().map(|user| ..))` and not `load(users.iter().map(..))`.
//!
//! # Several programs
//!
//! Programs, and several versions of them, can write at the same time. Before you rebuild an index that a new version has
//! added, wait until the new version has run for ten seconds: see
//! [`remember_layouts_for`](AsyncDatabase::remember_layouts_for).
//!
//! # Stores
//!
//! | crate | store | a `write` | indexes | unique indexes |
//! |---|---|---|---|---|
//! | `rowkey-dynamodb` | DynamoDB | a transaction of up to 100 rows | exact | yes |
//! | `rowkey-hbase` | HBase, through its Thrift gateway | one record | no entry is missing; reads skip entries that no record has | rejected by the compiler |
//! | `rowkey-bigtable` | Bigtable, with single-cluster routing | one record | as on HBase | rejected by the compiler |
//! | `rowkey-mongodb` | MongoDB, and servers with its protocol | one record | as on HBase | rejected by the compiler |
//! | `rowkey-redb`, `rowkey-fjall`, `rowkey-heed`, `rowkey-rocksdb` | [embedded stores](Embedded) | a transaction | exact | yes |
//! | [`AsyncMemory`] | memory, for tests | a transaction | exact | yes |
//!
//! The tests of each adapter run its store. The operations have the results that they have in memory, and writers that are
//! killed at any point lose nothing. Meanwhile, dynoxide and FerretDB are killed and started again, Bigtable's emulator is
//! stopped for longer than the time-out, and a proxy loses answers of both. On HBase, region servers are killed, regions are
//! split and the gateway is restarted. The programs in `examples/engines` give the same answers on each store, byte for byte: one
//! loads 27,004 flights with four indexes, and the other has the users and orders of a shop, with seven indexes.
//!
//! The last columns are rates divided by the rates of the same work by hand on the client of the store: records of a
//! [`load`](AsyncDatabase::load), inserts and puts one by one with an index, rows of a scan, and records through an index, which
//! [`collect`](AsyncScan::collect) reads. The first of two numbers is without a delay. For the second, a proxy delays each request by 5 ms, and
//! each answer (`cargo bench` in the folder of the adapter, on two cores, which the server shares; the median of 5 to 15 rounds, in
//! which rowkey and the program by hand are first in turns; one round of a load or a scan differs from another by up to 0.4):
//!
//! | store | server in the tests | what differs from the real store | load | insert | put | scan | index |
//! |---|---|---|---|---|---|---|---|
//! | DynamoDB | dynoxide 3.2, on SQLite | one process, one request at a time, no throttling | 0.94, 0.98 | 0.97, 1.00 | 0.97, 1.00 | 0.95, 0.95 | 0.97, 0.95 |
//! | HBase | HBase 2.6.4, three region servers in one process | one machine; the client blocks a thread, so each request waits for a free core twice, and by hand a whole operation does | 0.97, 1.01 | 0.94, 0.98 | 0.92, 0.99 | 1.08, 1.96 | 0.84, 1.34 |
//! | Bigtable | the emulator 1.58 | memory; each request for a part of a range sorts the whole rest | 0.84, 0.99 | 0.94, 0.99 | 0.96, 0.99 | 1.00, 1.23 | 1.26, 1.08 |
//! | MongoDB | FerretDB 1.24 on SQLite | no atomic replacement, so the tests send one write at a time; a `find` of more than one `_id` reads the whole collection | 1.05, 1.12 | 1.01, 0.98 | 1.21, 1.10 | 1.01, 2.38 | 1.05, 1.26 |
//!
//! A load stores 8 (DynamoDB), 14 (Bigtable), 37 (HBase) and 220 (FerretDB) times as many records a second as inserts one by one, and with
//! the proxy 210, 85, 670 and 310 times as many. A scan keeps a scanner of HBase or a cursor of MongoDB between its requests, so
//! the server reads a range once. On Bigtable, the program by hand also reads up to 4,000 rows with each request. On DynamoDB, both
//! read a megabyte. A loop over [`next`](AsyncScan::next) begins with two more requests, for 100 and 1,000 rows, because it may stop early.
//!
//! An [`Embedded`] redb, beside redb's own `Database` (`cargo bench -p rowkey-redb`, 7 rounds):
//!
//! | | puts | gets | scan | index |
//! |---|---|---|---|---|
//! | in a file | 0.97 | 0.52 | 0.30 | 0.38 |
//! | in memory | 0.88 | 0.57 | 0.31 | 0.37 |
//!
//! A put waits for the disk, so its rate is nearly the same. A get takes a microsecond more, and a scan reads four million rows a
//! second. With [`on_threads`](Embedded::on_threads), each request takes about 20 microseconds more, for the way to the other
//! thread.
//!
//! # To write an adapter
//!
//! Implement [`AsyncStore`] for a store with transactions. For a store that only writes a row atomically, implement
//! [`RowStore`]: [`RowByRow`] makes an `AsyncStore` of it. Check the limits of the store before a change is written: in
//! [`commit`](AsyncStore::commit), or in [`RowStore::check`]. Create an [`AsyncDatabase`] with the `AsyncStore`. If the keys of
//! the store are texts, [`TextForm`] converts keys and ranges.

#![forbid(unsafe_code)]

mod attempt;
mod cache;
mod commit;
mod database;
mod embedded;
mod layouts;
mod load;
mod load_rows;
mod memory;
mod row_by_row;
mod scan;
mod scanner;
mod snapshot;
mod text;

pub use commit::{Commit, ReadRow, RowWrite, StoredValue};
pub use database::{AsyncDatabase, AsyncResult};
pub use embedded::{Embedded, OnThreads, Work};
#[doc(hidden)]
pub use load_rows::__LoadError;
pub use memory::AsyncMemory;
pub use row_by_row::{RowByRow, RowStore};
pub use scan::AsyncScan;
pub use scanner::Scanner;
pub use snapshot::Snapshot;
pub use text::TextForm;

use futures_util::future::try_join_all;
use rowkey::KeyRange;
use rowkey::store::{Direction, Table};
use std::error::Error;
use std::fmt;
use std::future::Future;
use std::hash::{BuildHasher as _, RandomState};
use std::time::Duration;

/// A store whose reads and writes are async, for example a database on other machines. [`AsyncDatabase`] reads and writes
/// records in it.
///
/// The futures are `Send`, so that a program can [run them on any thread](crate#threads).
pub trait AsyncStore: Send + Sync {
    /// The store's error.
    type Error: Error + Send + Sync + 'static;

    /// True if a [`commit`](Self::commit) applies all writes of a commit or none, and nothing in between is visible.
    ///
    /// Without transactions, key types with a unique index are rejected, and a commit changes one record.
    const TRANSACTIONS: bool;

    /// True if the store splits a key into a [partition key and a sort key](Table::partition_key_len), and reads the rows
    /// of one partition at a time. A query that does not set the whole partition key is then rejected by the compiler.
    const PARTITIONS: bool = false;

    /// The largest number of rows that a commit can write and check. If [`PARTITIONS`](Self::PARTITIONS) is true, a put of a
    /// row whose key has a sort key counts as two rows, because the store may also write the partition key.
    ///
    /// Operations that work in steps, such as [`rebuild`](rowkey::store::Rows::rebuild) and
    /// [`remove_some`](rowkey::store::Rows::remove_some), end a step before the record that would not fit.
    const MAX_ROWS: usize = usize::MAX;

    /// The largest number of bytes that the rows of a commit can have together.
    const MAX_LEN: usize = usize::MAX;

    /// Reads rows by their keys, and returns a value for each key, in the order of the keys. The bytes are `None` if the
    /// row or the table does not exist. The values are the last ones that were committed before this call.
    fn get(
        &self,
        keys: &[(&'static Table, Vec<u8>)],
    ) -> impl Future<Output = Result<Vec<StoredValue>, Self::Error>> + Send;

    /// Reads the first rows of a range, or in the direction `Backward` the last rows in reverse order. Returns the rows that
    /// were committed before this call. A request with a [`scanner`](RangeRequest::scanner) may return the rows that were
    /// committed before the first request with this scanner.
    fn range(&self, request: &RangeRequest) -> impl Future<Output = Result<RangePage, Self::Error>> + Send;

    /// Reads the first rows of several ranges, for example of all buckets of a salt. Returns a page for each request, in the
    /// order of the requests.
    ///
    /// The default is [`ranges_apart`]. Override it if the store reads several ranges faster with one request.
    fn ranges(&self, requests: &[RangeRequest]) -> impl Future<Output = Result<Vec<RangePage>, Self::Error>> + Send {
        ranges_apart(requests, |request| self.range(request))
    }

    /// Applies all writes of a commit if each row that was read is unchanged: those in [`Commit::reads`], and those in
    /// [`Commit::writes`] that have an [`expected`](RowWrite::expected) value.
    ///
    /// If the answer to a request is lost, the adapter finds out whether the store has applied the commit, or sends it again
    /// so that it is applied only once. If this is not possible, returns [`CommitError::Unknown`].
    fn commit(&self, commit: &Commit) -> impl Future<Output = Result<(), CommitError<Self::Error>>> + Send;

    /// Applies a commit of [`AsyncDatabase::load`], which puts many new records and their entries. Each record expects that it is
    /// not stored.
    ///
    /// The default is [`commit`](Self::commit). A store without transactions can apply a part of the commit, but no record before
    /// its entries. It returns [`CommitError::Conflict`] if a record was not put, because it is stored.
    fn load(&self, commit: &Commit) -> impl Future<Output = Result<(), CommitError<Self::Error>>> + Send {
        self.commit(commit)
    }

    /// Waits before a closure runs again because another program has changed a row. `attempt` is 1 for the first time.
    ///
    /// The default does not wait. A store with a timer waits for [`wait_time`].
    fn wait(&self, attempt: u32) -> impl Future<Output = ()> + Send {
        let _ = attempt;
        std::future::ready(())
    }
}

/// An [`AsyncStore`] whose [`TRANSACTIONS`](AsyncStore::TRANSACTIONS) are true, so that it keeps indexes unique.
///
/// A program that is generic over the store, and has a unique index, states this bound. The compiler then rejects another store in
/// the line where the program chooses it:
///
/// ```
/// use rowkey_async::{AsyncDatabase, AsyncMemory, Transactional};
///
/// async fn run<S: Transactional>(database: AsyncDatabase<S>) {
///     // Uses the unique index.
///     # drop(database);
/// }
///
/// # async fn choose() {
/// run(AsyncDatabase::new(AsyncMemory::default())).await;
/// // For `rowkey_hbase::open(gateway)`, error: .. has no transactions, so it cannot keep an index unique
/// # }
/// ```
///
/// Without the bound, the compiler rejects the store, too, but names a line of rowkey. A program for all stores
/// [keeps values unique with records](crate#unique-values-on-every-store).
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no transactions, so it cannot keep an index unique",
    label = "this program needs a store with transactions",
    note = "choose a store with transactions, or keep the values unique with a record of their own, as the documentation of `rowkey_async` shows"
)]
pub trait Transactional: AsyncStore {}

/// A store through a reference, so that several databases can use it.
impl<S: AsyncStore> AsyncStore for &S {
    type Error = S::Error;

    const TRANSACTIONS: bool = S::TRANSACTIONS;
    const PARTITIONS: bool = S::PARTITIONS;
    const MAX_ROWS: usize = S::MAX_ROWS;
    const MAX_LEN: usize = S::MAX_LEN;

    fn get(
        &self,
        keys: &[(&'static Table, Vec<u8>)],
    ) -> impl Future<Output = Result<Vec<StoredValue>, Self::Error>> + Send {
        S::get(self, keys)
    }

    fn range(&self, request: &RangeRequest) -> impl Future<Output = Result<RangePage, Self::Error>> + Send {
        S::range(self, request)
    }

    fn ranges(&self, requests: &[RangeRequest]) -> impl Future<Output = Result<Vec<RangePage>, Self::Error>> + Send {
        S::ranges(self, requests)
    }

    fn commit(&self, commit: &Commit) -> impl Future<Output = Result<(), CommitError<Self::Error>>> + Send {
        S::commit(self, commit)
    }

    fn load(&self, commit: &Commit) -> impl Future<Output = Result<(), CommitError<Self::Error>>> + Send {
        S::load(self, commit)
    }

    fn wait(&self, attempt: u32) -> impl Future<Output = ()> + Send {
        S::wait(self, attempt)
    }
}

impl<S: Transactional> Transactional for &S {}

/// The number of ranges that are read at the same time.
const REQUESTS: usize = 32;

/// Reads each range with a request of its own, and up to 32 ranges at the same time: the default of [`AsyncStore::ranges`]
/// and [`RowStore::ranges`].
///
/// # Errors
/// The first error of `range`.
pub async fn ranges_apart<'r, F, E>(
    requests: &'r [RangeRequest],
    range: impl Fn(&'r RangeRequest) -> F,
) -> Result<Vec<RangePage>, E>
where
    F: Future<Output = Result<RangePage, E>>,
{
    let mut pages = Vec::with_capacity(requests.len());
    for requests in requests.chunks(REQUESTS) {
        pages.extend(try_join_all(requests.iter().map(&range)).await?);
    }
    Ok(pages)
}

/// Returns how long a store waits before a closure runs again: a random time, so that two programs do not wait equally
/// long. It is up to 10 milliseconds for the first `attempt`, and up to twice as long for each further one, up to a second.
pub fn wait_time(attempt: u32) -> Duration {
    let longest = Duration::from_millis(5 << attempt.min(8)).min(Duration::from_secs(1));
    let random = u32::try_from(random() >> 32).unwrap_or_default();
    longest.mul_f64(f64::from(random) / f64::from(u32::MAX))
}

fn random() -> u64 {
    // A new `RandomState` has new random keys.
    RandomState::new().hash_one(())
}

/// A request for the rows of a range.
#[derive(Debug, Clone)]
pub struct RangeRequest {
    /// The table.
    pub table: &'static Table,
    /// The range, which is not empty. A later request for more rows has the rest of the range: see [`KeyRange::after`].
    pub range: KeyRange,
    /// The order of the rows.
    pub direction: Direction,
    /// The number of rows that the caller needs. The store may return fewer: see [`RangePage::is_end`]. It may return more if one
    /// request reads them.
    pub limit: usize,
    /// Keeps what the store needs to read the next page fast. `None` if probably no other page follows.
    pub scanner: Option<Scanner>,
}

/// Rows of a range: the answer to one request.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RangePage {
    /// The keys and values, in the direction of the request. A value without bytes is skipped.
    pub rows: Vec<(Vec<u8>, StoredValue)>,
    /// True if the range has no other rows after these. If a page has no rows and is not the end, the range is read
    /// again.
    pub is_end: bool,
}

/// The error of [`AsyncStore::commit`].
#[derive(Debug)]
pub enum CommitError<E> {
    /// A row has changed since it was read. Nothing was written.
    Conflict,
    /// The store failed, and nothing was written.
    Failed(E),
    /// The store failed. The changes may be written.
    Unknown(E),
    /// The answer of the store was lost, and another program has changed the row since then. The changes may have been
    /// written before.
    Overtaken,
    /// The commit changes several records, and the store has no transactions. Nothing was written.
    SeveralRecords,
}

/// The error of the store in operations on an [`AsyncDatabase`].
#[derive(Debug)]
#[non_exhaustive]
pub enum AsyncError<E> {
    /// The store could not read or write. Nothing of this write was written.
    Store(E),
    /// The store failed during a commit. The changes may be written: read the records to find out.
    Unknown(E),
    /// Other programs have changed the same rows in every attempt. Nothing was written.
    #[non_exhaustive]
    Conflict {
        /// The number of attempts.
        attempts: u32,
    },
    /// The answer of the store was lost, and another program has changed the record since then. The changes may have been
    /// written before.
    Overtaken,
    /// A row must be fetched first. Only a closure sees this error, and returns it, so that it can run again.
    NotFetched,
    /// A commit would change several records in a store without transactions. Nothing was written.
    SeveralRecords,
}

impl<E: fmt::Display> fmt::Display for AsyncError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::Unknown(error) => {
                write!(f, "{error}\nhelp: the changes are written or not; read the records to find out")
            }
            Self::Conflict { attempts } => write!(
                f,
                "other programs have changed the same rows in each of {attempts} attempts; nothing was written\n\
                 help: write again later, or let fewer programs write these records"
            ),
            Self::Overtaken => f.write_str(
                "the store did not answer, and another program has changed the record since then, so the changes were \
                 written before that or not at all\nhelp: read the records to find out",
            ),
            Self::NotFetched => f.write_str(
                "a row is not fetched yet\nhelp: return this error from the closure, which then runs again with the row",
            ),
            Self::SeveralRecords => f.write_str(
                "this store has no transactions, so one `write` changes one record\n\
                 help: write each record in a `write` of its own",
            ),
        }
    }
}

impl<E: Error + 'static> Error for AsyncError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Store(error) | Self::Unknown(error) => error.source(),
            _ => None,
        }
    }
}

/// Compiles the program of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
