//! Records, secondary indexes and typed scans of [`rowkey`] on [RocksDB](https://docs.rs/rocksdb).
//!
//! The rows of each [`Table`] of rowkey are stored in the column family with the name of the `Table`. The column family
//! `rowkey.layouts` records the layouts of all tables. If the layout of a table has changed since its rows were
//! written, each operation on the table returns [`RowsError::Changed`], whose message shows both layouts. If the
//! layout of an index has changed, operations on the records of the index also return this error.
//!
//! `cargo add rowkey rowkey-rocksdb` adds both crates to a program. Building RocksDB needs a C++ compiler and libclang
//! (`apt-get install libclang-dev`), and takes minutes. This version works on the crate rocksdb 0.25. To call functions
//! of rocksdb itself, also `cargo add rocksdb@0.25`. The compressions of RocksDB are features of that crate:
//! `cargo add rocksdb@0.25 --features lz4`.
//!
//! ```
//! use rowkey::RowKey;
//! use rowkey_rocksdb::Database;
//!
//! #[derive(Debug, PartialEq, RowKey)]
//! #[rowkey(value = String, format = rowkey::Raw, indexes(UserByName))]
//! struct UserKey {
//!     user: u32,
//! }
//!
//! #[derive(RowKey)]
//! #[rowkey(index_of = UserKey)]
//! struct UserByName {
//!     #[rowkey(from = value.to_lowercase())]
//!     name: String,
//!     user: u32,
//! }
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path();
//! let database = Database::open(path)?;
//! database.write(|rows| {
//!     rows.put(&UserKey { user: 7 }, &"Ada".to_string())?;
//!     rows.put(&UserKey { user: 8 }, &"Bob".to_string())
//! })?;
//!
//! let rows = database.read()?;
//! assert_eq!(rows.get(&UserKey { user: 8 })?.as_deref(), Some("Bob"));
//! for row in rows.records(UserByName::prefix().name("ada")) {
//!     assert_eq!(row?, (UserKey { user: 7 }, "Ada".to_string()));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How RocksDB is used
//!
//! | part | is |
//! |---|---|
//! | database | an `OptimisticTransactionDB<MultiThreaded>`; a [`Database`] dereferences to this type |
//! | write | a transaction; one closure runs at a time, and the commits of several threads share a sync of the log |
//! | read | a snapshot |
//! | load | sorted files, which are ingested |
//! | scan | an iterator with both bounds of the range, so that the iterator reads no deleted row outside the range |
//! | new column family | has a Bloom filter of ten bits for each key, and for each [prefix of a fixed length](rowkey::store::Shape::prefix_len) |
//!
//! If all keys of an ascending scan begin with the same prefix of this length, the scan asks the filter first, and skips files
//! without rows of the range.

#![forbid(unsafe_code)]

mod database;
mod error;
mod families;
mod load;
mod rows;

pub use database::{Database, ReadOnlyDatabase, ReadStore, WriteStore};
pub use error::{Error, StoreError};
pub use families::HasFamilies;
pub use rows::{Bytes, Range};

#[cfg(doc)]
use rowkey::store::{RowsError, Table};

/// Compiles the program of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
