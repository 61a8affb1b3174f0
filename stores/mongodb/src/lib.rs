//! Records, secondary indexes and typed scans of [rowkey](https://docs.rs/rowkey) on [MongoDB](https://www.mongodb.com) and
//! other servers with its protocol, through the crate [`mongodb`].
//!
//! [`Database`] reads and writes records with the closures of [`AsyncDatabase`]: a closure runs again if it needs a row
//! that is not fetched yet, or if the record that it has read has changed before the commit. So it must only read and write
//! records.
//!
//! ```no_run
//! use rowkey::RowKey;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Debug, RowKey)]
//! #[rowkey(delimiter = '_', value = User, format = rowkey::Json, table = "users", indexes(UserByName))]
//! struct UserKey {
//!     country: String,
//!     #[pad(6)]
//!     user: u32,
//! }
//!
//! #[derive(Debug, Serialize, Deserialize)]
//! struct User {
//!     name: String,
//! }
//!
//! #[derive(RowKey)]
//! #[rowkey(index_of = UserKey, table = "users.name")]
//! struct UserByName {
//!     #[rowkey(from = value.name)]
//!     name: String,
//!     country: String,
//!     user: u32,
//! }
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! // Without a server, the error comes after five seconds. The default is 30.
//! let uri = "mongodb://127.0.0.1:27017/?serverSelectionTimeoutMS=5000&connectTimeoutMS=2000";
//! let client = mongodb::Client::with_uri_str(uri).await?;
//! let database = rowkey_mongodb::open(client.database("app"));
//! let key = UserKey { country: "de".into(), user: 7 }; // the document `de_000007`
//! database.write(|rows| rows.put(&key, &User { name: "Ada".into() })).await?;
//!
//! let mut users = database.records(UserByName::prefix().name("Ada"));
//! while let Some(user) = users.next().await {
//!     let (key, user) = user?;
//!     println!("{key:?} {user:?}");
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # The documents
//!
//! Each table of rowkey is a collection with the same name, and each row is a document:
//!
//! | field | contents |
//! |---|---|
//! | `_id` | the key: the text itself if all keys of the table are text (see [`TextKey`](rowkey::TextKey)), and otherwise its bytes in hex |
//! | `v` | the value: a document if the format is `rowkey::Json`, and the value is an object that every server accepts, and otherwise bytes |
//! | `t`, `h` | the time of the write, and the version of the record |
//!
//! An `_id` of bytes would not work: MongoDB compares bytes by their number first, so `[2]` is before `[1, 0]`, and a range of
//! keys with the same prefix would miss most of them. Texts are compared byte by byte, if the collection has no collation. Hex
//! sorts like the bytes, and is twice as long.
//!
//! Another program can read the documents, and their values if they are documents. It must not write them: it would not
//! change the indexes.
//!
//! # What it promises
//!
//! A write of MongoDB changes one document atomically. Many of its servers have no transactions, so the adapter uses none:
//! [`RowByRow`] writes a record and its entries in an order that loses no entry, whatever other programs do and wherever a
//! program stops. So:
//!
//! - A `write` changes one record. The condition is that this record is unchanged since the closure has read it.
//! - Reads through an index compare each entry with its record, so they return what the records say.
//! - An index cannot be unique. The compiler rejects such a record.
//! - Entries that no record has can remain. `verify` counts them as stale, and `rebuild` deletes those that are older than
//!   ten minutes: a younger one may be the beginning of a change.
//! - A removed record leaves a document, which [`RowByRow::remove_remains`] deletes later.
//!
//! The clocks of the programs may differ by less than a minute. In a replica set, set the write concern of the database to
//! `majority`, and read from the primary.
//!
//! # A server that does not answer
//!
//! The client asks the server every `heartbeatFrequencyMS` whether it is there. If the answer takes longer than
//! `connectTimeoutMS`, all requests to this server are errors. Later requests wait for another server, up to
//! `serverSelectionTimeoutMS`. The defaults are 10, 10 and 30 seconds. Set them in the URI of the client if that is too long for
//! your program, but let all three together be less than a minute. If there is no server, the error is
//! [`StoreError::NoServer`] after `serverSelectionTimeoutMS`, with the address of each server and what happened there.
//!
//! If the answer to a write is lost, the adapter reads the record to find out whether it is written, and sends the write up to
//! five times, for up to a minute. A put of a record without indexes is sent once, because it does not depend on what is
//! stored. Then the error is [`AsyncError::Unknown`].
//!
//! # Limits
//!
//! | | limit |
//! |---|---|
//! | name of a table | no `$` and no `.system.`, not `.` or `system.` at the beginning, and up to 255 bytes with the name of the database and a dot |
//! | document: a record in JSON, with its `_id` | 16 MiB |
//! | another row, with its `_id` | 8 MiB less 1 KiB, because a change sends the old and the new bytes in one command of 16 MiB |
//!
//! The adapter checks these limits before the first request of a change. If a row does not fit, nothing is written. The length
//! of a key has no limit of its own in MongoDB 4.2 and later. Earlier versions accept 1,024 bytes.
//!
//! # The server of the tests
//!
//! The tests run on [FerretDB](https://github.com/FerretDB/FerretDB) 1.24.2 with SQLite. It differs from the documentation of
//! MongoDB:
//!
//! | | MongoDB, as documented | FerretDB 1.24.2 | this crate |
//! |---|---|---|---|
//! | a replacement with a condition | [atomic](https://www.mongodb.com/docs/manual/core/write-operations-atomicity/) | not atomic | the tests send one write at a time |
//! | a [document](https://www.mongodb.com/docs/manual/reference/limits/) | up to 16 MiB, and 100 levels | accepts more | checks the length before a write, and stores more levels as bytes |
//! | [names](https://www.mongodb.com/docs/manual/core/dot-dollar-considerations/) with a dot, or a dollar at the beginning | accepted since 5.0 | an error | stores such values as bytes |
//! | the number -0.0 | returned as it is | returned as 0.0 | stores such values as bytes |
//! | an array in an array | accepted | [an error](https://github.com/FerretDB/FerretDB/issues/3189) | returns the error of the server; with another format than `Json`, the value is bytes |
//! | name of a collection | up to 255 bytes with the database, not `system.` at the beginning | up to 235 bytes, and any beginning | checks as MongoDB does |
//! | documents in one insert | up to 100,000 | accepts more | the client splits a load |
//! | transactions | in a replica set | an error | does not use them |
//!
//! # Collections with several kinds of records
//!
//! Two key types may share a collection if their keys have namespaces. If the keys of one are text, and those of the other are
//! not, the text must not begin with the hex digits of the other namespace: `62` and `b` are an error at the first write.

mod document;
mod error;
mod store;

pub use error::StoreError;
pub use store::MongoDb;

use rowkey::store::RowsError;
use rowkey_async::{AsyncDatabase, AsyncError, RowByRow};

/// The records in a database of MongoDB.
pub type Database = AsyncDatabase<RowByRow<MongoDb>>;

/// The error of operations on records in MongoDB.
pub type Error = RowsError<AsyncError<StoreError>>;

/// Opens the records in a database of MongoDB.
pub fn open(database: mongodb::Database) -> Database {
    AsyncDatabase::new(RowByRow::new(MongoDb::new(database)))
}
