//! Records, secondary indexes and typed scans of [`rowkey`] on [fjall](https://docs.rs/fjall).
//!
//! Each [`Table`] of rowkey is one keyspace with the name of the `Table`. The layouts of all tables are recorded in the
//! keyspace `rowkey.layouts`. A table whose layout has changed since its rows were
//! written is an error, [`StoreError::Changed`], that prints both layouts.
//!
//! ```
//! use rowkey::RowKey;
//! use rowkey_fjall::Database;
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

#![forbid(unsafe_code)]

mod database;
mod error;
mod rows;

pub use database::{Database, ReadStore, WriteStore};
pub use error::{Error, StoreError};
pub use rows::Range;

#[cfg(doc)]
use rowkey::store::Table;
