//! Records, secondary indexes and typed scans of [rowkey](https://docs.rs/rowkey) on
//! [Bigtable](https://cloud.google.com/bigtable), through [`bigtable_rs`].
//!
//! [`Database`] reads and writes records with the closures of [`AsyncDatabase`]: a closure runs again if it needs a row
//! that is not fetched yet, or if the record that it has read has changed before the commit. So it must only read and write
//! records.
//!
//! ```no_run
//! use bigtable_rs::bigtable::BigTableConnection;
//! use rowkey::RowKey;
//! use std::time::Duration;
//!
//! #[derive(Debug, RowKey)]
//! #[rowkey(value = String, format = rowkey::Raw, table = "users", salt(md5, buckets = 16), indexes(UserByName))]
//! struct UserKey {
//!     user: u32,
//! }
//!
//! #[derive(RowKey)]
//! #[rowkey(index_of = UserKey, table = "users.name")]
//! struct UserByName {
//!     #[rowkey(from = value)]
//!     name: String,
//!     user: u32,
//! }
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let timeout = Some(Duration::from_secs(10));
//! let connection = BigTableConnection::new("project", "instance", false, 1, timeout).await?;
//! let database = rowkey_bigtable::open(connection.client());
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
//! # The tables
//!
//! Each table of rowkey is a table of Bigtable with the same name, and the column `v` of the column family `r`. Create these
//! tables, and `rowkey.layouts`, before the first write, for example with
//! `cbt createtable users families=r:maxversions=1`.
//!
//! # What it promises
//!
//! Bigtable writes each row atomically, and has no transactions across rows. [`RowByRow`] writes a record and its entries
//! in an order that loses no entry, whatever other programs do and wherever a program stops. So:
//!
//! - A `write` changes one record. The condition is that this record is unchanged since the closure has read it. That needs
//!   a single cluster, or an app profile with single-cluster routing and single-row transactions.
//! - Reads through an index compare each entry with its record, so they return what the records say.
//! - An index cannot be unique. The compiler rejects such a record.
//! - Entries that no record has can remain. `verify` counts them as stale, and `rebuild` deletes those that are older than
//!   ten minutes: a younger one may be the beginning of a change.
//! - A removed record leaves 16 bytes, which [`RowByRow::remove_remains`] deletes later.
//!
//! The clocks of the programs may differ by less than a minute.
//!
//! # A server that does not answer
//!
//! Set the time-out of the connection, for example to ten seconds. Without it, a request to a server that has stopped ends when
//! the client notices that the connection is dead, after 40 seconds. The adapter sends a read up to six times.
//!
//! If the answer to a write is lost, the adapter reads the record to find out whether it is written, and sends the write up to
//! five times, for up to a minute. A put of a record without indexes is sent once, because it does not depend on what is
//! stored. Then the error is [`AsyncError::Unknown`].
//!
//! # Limits
//!
//! | | limit |
//! |---|---|
//! | name of a table | 1 to 50 letters, digits and characters of `_-.`; the first is a letter, a digit or `_` |
//! | key | 1 to 4,096 bytes |
//! | value | 100,000,000 bytes, with the 16 bytes before the value of a record |
//!
//! The adapter checks these limits before the first request of a change. If a row does not fit, nothing is written. It reads
//! answers of up to 256 MiB, the limit of Bigtable for a row. The client alone reads up to 4 MiB.
//!
//! The tests run on the emulator. It accepts requests that Bigtable refuses. The tests measure what the adapter sends:
//!
//! | | [Bigtable](https://cloud.google.com/bigtable/quotas) | emulator 1.58 | this crate |
//! |---|---|---|---|
//! | key | 4 KiB | any length | checks it before a write |
//! | name of a table | 50 characters | any length | checks it before a write |
//! | value | 100 MB | 256 MiB, the limit of a request | checks it before a write |
//! | row, with its older values, which can stay for a week | 256 MB | any length | deletes the older values with each write, but for empty values |
//! | timestamp | whole milliseconds | the same | uses milliseconds |
//! | mutations in a write | 100,000 | any number | sends up to 50,000 rows, with two mutations each |
//! | keys or ranges in a read | [512 KiB](https://github.com/googleapis/google-cloud-python/issues/6836) | any length | sends several reads of 400 KiB |
//! | filter of a conditional write | [20,480 bytes](https://github.com/googleapis/java-bigtable-hbase/issues/2192) | any length | compares the first 16 bytes, which no other value of the row has |

mod error;
mod store;

pub use error::StoreError;
pub use store::Bigtable;

use bigtable_rs::bigtable::BigTable;
use rowkey::store::RowsError;
use rowkey_async::{AsyncDatabase, AsyncError, RowByRow};

/// The records in Bigtable.
pub type Database = AsyncDatabase<RowByRow<Bigtable>>;

/// The error of operations on records in Bigtable.
pub type Error = RowsError<AsyncError<StoreError>>;

/// Opens the records in an instance of Bigtable.
pub fn open(client: BigTable) -> Database {
    AsyncDatabase::new(RowByRow::new(Bigtable::new(client)))
}
