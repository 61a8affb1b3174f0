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
//! Each table of rowkey is a table of HBase with the same name, and the column `r:v`. It is created by the first write, with
//! one region, unless it exists. To split a table that will be large before its first row, create it in the shell of HBase
//! with the statement that [`create_statement`] writes.
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
//! - A removed record leaves eight bytes, which [`RowByRow::remove_remains`] deletes later.
//!
//! The clocks of the programs may differ by less than a minute.
//!
//! # Wide rows
//!
//! [`Hbase::put_columns`] and [`Hbase::columns`] store values in the columns of a row, as OpenTSDB does: the field with
//! [`sort_key`](rowkey::attributes#rowkeysort_key) begins the name of the column.
//!
//! 43,200 points of one series, on three region servers of one machine (`cargo bench --bench wide`, the median of 7 rounds).
//! HBase stores the row with each cell, so wide rows do not save bytes. They save the work for each row:
//!
//! | | rows | bytes of a cell | load | read one hour | read all |
//! |---|---|---|---|---|---|
//! | a point a row | 43,200 | 43 | 2.3 s | 54 ms | 442 ms |
//! | an hour a row, a second a column | 12 | 42 | 1.8 s | 28 ms | 234 ms |
//!
//! # Limits
//!
//! - A key has 1 to 32,767 bytes.
//! - HBase rejects values of more than 10 MiB (`hbase.client.keyvalue.maxsize`).
//! - The gateway has no secure connection of its own: run it beside the program, or on a private network.

mod columns;
mod error;
mod gateway;
mod store;

pub use error::StoreError;
pub use store::{Hbase, create_statement};

use rowkey::store::RowsError;
use rowkey::store::remote::{AsyncDatabase, AsyncError, RowByRow};

/// The records in HBase.
pub type Database = AsyncDatabase<RowByRow<Hbase>>;

/// The error of operations on records in HBase.
pub type Error = RowsError<AsyncError<StoreError>>;

/// Opens the records in HBase. `gateway` is the host and the port of a Thrift gateway. The first request connects to it.
pub fn open(gateway: impl Into<String>) -> Database {
    AsyncDatabase::new(RowByRow::new(Hbase::new(gateway)))
}
