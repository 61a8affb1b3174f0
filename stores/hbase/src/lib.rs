//! Records, secondary indexes and typed scans of [rowkey](https://docs.rs/rowkey) on [HBase](https://hbase.apache.org),
//! through its Thrift gateway.
//!
//! [`Database`] reads and writes records with the closures of [`AsyncDatabase`]: a closure runs again if it needs a row
//! that is not fetched yet, or if the record that it has read has changed before the commit. So it must only read and write
//! records.
//!
//! ```no_run
//! use rowkey::RowKey;
//!
//! #[derive(Debug, RowKey)]
//! #[rowkey(value = String, format = rowkey::Raw, salt(md5, buckets = 16), indexes(UserByName))]
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
//! # async fn example() -> Result<(), rowkey_hbase::Error> {
//! let database = rowkey_hbase::open("127.0.0.1:9090"); // the address of `hbase thrift start`
//! database.write(|rows| rows.put(&UserKey { user: 7 }, &"Ada".into())).await?;
//!
//! let mut users = database.records(UserByName::prefix().name("Ada"));
//! while let Some(user) = users.next().await {
//!     let (key, name) = user?;
//!     println!("{key:?} {name}");
//! }
//! # Ok(())
//! # }
//! ```
//!
//! The futures need no runtime: requests run on the threads of the crate [blocking](https://docs.rs/blocking).
//!
//! # The tables
//!
//! Each table of rowkey is a table of HBase with the same name, one column family, and in most tables only the column `r:v`.
//! It is created by the first write, with one region, unless it exists. To split a table that will be large before its first
//! row, create it in the shell of HBase with the statement that [`Hbase::create_statement`] writes.
//!
//! # What it promises
//!
//! HBase writes each row atomically, and has no transactions. [`RowByRow`] writes a record and its entries in an order
//! that loses no entry, whatever other programs do and wherever a program stops. So:
//!
//! - A `write` changes one record. The condition is that this record is unchanged since the closure has read it.
//! - Reads through an index compare each entry with its record, so they return what the records say.
//! - An index cannot be unique. The compiler rejects such a record.
//! - Entries that no record has can remain. `verify` counts them as stale, and `rebuild` deletes those that are older than
//!   ten minutes: a younger one may be the beginning of a change.
//! - A removed record leaves 16 bytes, which [`RowByRow::remove_remains`] deletes later.
//!
//! The clocks of the programs may differ by less than a minute.
//!
//! In one hour on HBase 2.6.4 (29 November 2026, three region servers on one machine), four writers at a time changed three records.
//! Every round of about 20 seconds killed a region server and started another, or split two regions, or restarted the gateway. Then
//! all records, entries and queries were checked:
//!
//! | | |
//! |---|---|
//! | rounds | 115: 39 killed region servers, 74 splits, 38 restarts of the gateway |
//! | writers that were stopped within a request | 1,226 |
//! | updates | 238,392, and 1,161 whose writers were stopped |
//! | errors, and writes that gave up after 20 conflicts | 0 |
//! | lost updates (checked 271 of 345 times: not if a stopped writer may have removed the record) | 0 |
//! | missing entries, wrong answers of queries | 0 |
//! | entries without a record that were left, which reads skip | 1,653 |
//!
//! # Loads
//!
//! HBase has no condition for several rows. So [`AsyncDatabase::load`] puts records with a timestamp of a minute ago, and then reads
//! them: a value that another program puts at the same time is newer, and stays. Of two loads that run at the same time, with
//! different values for one key, one value can replace the other. Load a key in one program only.
//!
//! # Wide rows
//!
//! [`Hbase::with_wide_rows`] creates a new table with wide rows if its key has a field with
//! [`sort_key`](rowkey::guide::attributes::fields#rowkeysort_key). The fields before it are the row. This field and the later ones are the
//! qualifier of a column, as in OpenTSDB. Records and entries of indexes are then cells of wide rows, with the same
//! operations, and a query may also read many rows.
//!
//! | table | column family | row | qualifier |
//! |---|---|---|---|
//! | tall | `r` | the key | `v` |
//! | wide | `w` and the number of the field with `sort_key`, from 0 | the key before this field | the rest of the key |
//!
//! The column family tells how a table stores keys. So a program, and the command `rowkey`, read and write a table as it was
//! created, whether they call `with_wide_rows` or not. To change the form, [migrate](rowkey::store::Rows::migrate) the
//! records to another table. A program whose key has `sort_key` on another field cannot write, and the error says so. Key
//! types that share a table need the mark on the field with the same number.
//!
//! HBase never splits a row between regions. Choose the partition key so that the size of a row is bounded, for example by an
//! hour or a day. Otherwise, leave the table tall.
//!
//! - [`AsyncDatabase::load`] puts the records of a row that are in one batch with one change of the row.
//! - A query within one row reads only the cells that it matches.
//! - A page needs memory for at most five times as many cells as it has, and for a few thousand more.
//! - HBase returns the cells of a row in ascending order only. A backward scan first reads the cells of a row that match, and
//!   keeps the last 1,000 to 2,000 and the key of each thousandth other one. It then reads the others again, a thousand at a
//!   time. So a backward page of a long row takes time for all of its cells before the page, and a whole scan takes twice the
//!   time of a forward scan. To read the last cells often, store the field `#[descending]`.
//!
//! 43,200 points of a new series, on three region servers of one busy machine (`cargo bench --bench wide`, the median
//! of 7 rounds; a load is one round). HBase stores the row with each cell, so wide rows do not save bytes. They save the work for
//! each row:
//!
//! | | rows | bytes of a cell | load | read one hour | backward | read all | backward | the last 10 of an hour |
//! |---|---|---|---|---|---|---|---|---|
//! | a point a row | 43,200 | 59 | 6.4 s | 26 ms | 228 ms | 824 ms | 3.8 s | 2 ms |
//! | an hour a row, a second a column | 12 | 59 | 0.7 s | 10 ms | 15 ms | 338 ms | 247 ms | 10 ms |
//!
//! # Limits
//!
//! - A key has 1 to 32,751 bytes less the length of the table's name. In a wide row, this limit is that of the row. HBase
//!   accepts 32,767 bytes. But a client that does not know the region of a row looks it up with a row of HBase's catalogue. That
//!   row holds the name of the table, the row and 16 other bytes, and must fit too. Longer rows are written while the gateway
//!   knows their region, and cannot be read after it has restarted (found with HBase 2.6.4).
//! - The name of a table has 1 to 255 letters, digits and characters of `_-.`. A namespace of HBase and a colon can be before it.
//! - The adapter checks these limits before the first request of a change. If a row does not fit, nothing is written. A longer
//!   bound of a range is cut.
//! - HBase rejects values of more than 10 MiB (`hbase.client.keyvalue.maxsize`).
//! - The gateway has no secure connection of its own: run it beside the program, or on a private network.
//!
//! # Versions of HBase
//!
//! The tests run on HBase 2.6.4. The adapter needs a gateway with the first Thrift interface (`hbase thrift start`, not `thrift2`), and
//! ten of its calls: `createTable`, `getColumnDescriptors`, `getRowWithColumns`, `getRowsWithColumns`, `mutateRows`, `mutateRowsTs`,
//! `checkAndPut`, `scannerOpenWithScan` (also reversed), `scannerGetList` and `scannerClose`.
//!
//! The adapter was not tested on HBase 3. HBase's own Java client 3.0.0-beta-1 (`org.apache.hbase:hbase-client` in Maven) reads the
//! tables that this crate has written to 2.6.4, and its `checkAndMutate` compares and replaces a record there. Its longest row has
//! 32,767 bytes as well (`HConstants.MAX_ROW_LENGTH`).

mod error;
mod form;
mod gateway;
mod reader;
mod store;

pub use error::StoreError;
#[doc(hidden)]
pub use gateway::__Connection;
pub use store::Hbase;

use rowkey::store::RowsError;
use rowkey_async::{AsyncDatabase, AsyncError, RowByRow};

/// The records in HBase.
pub type Database = AsyncDatabase<RowByRow<Hbase>>;

/// The error of operations on records in HBase.
pub type Error = RowsError<AsyncError<StoreError>>;

/// Opens the records in HBase. `gateway` is the host and the port of a Thrift gateway. The first request connects to it.
pub fn open(gateway: impl Into<String>) -> Database {
    AsyncDatabase::new(RowByRow::new(Hbase::new(gateway)))
}
