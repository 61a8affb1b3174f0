//! Records, secondary indexes and typed scans of [`rowkey`] on [fjall](https://docs.rs/fjall).
//!
//! The rows of each [`Table`] of rowkey are stored in the keyspace with the name of the `Table`. The keyspace
//! `rowkey.layouts` records the layouts of all tables. If the layout of a table has changed since its rows were
//! written, each operation on the table returns [`RowsError::Changed`], whose message shows both layouts. If the
//! layout of an index has changed, operations on the records of the index also return this error.
//!
//! `cargo add rowkey rowkey-fjall` adds both crates to a program. This version works on fjall 3, from version 3.1 on.
//! To call functions of fjall itself, also `cargo add fjall@3`.
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
//!
//! To use a transaction in a function of your own, pass the `Rows` to the function. In the example below, the function
//! `rename_two` passes its `Rows` to the function `rename`.
//!
//! If a closure returns another error type than [`Error`], call [`Database::try_write`], as the function `rename_ada`
//! of the example does. rustc cannot infer the error type of this closure, because the `?` after the closure's
//! `rename(..)` and the `?` after `try_write(..)` each convert the error. The last line of the closure therefore names
//! the type:
//!
//! ```
//! # use rowkey::RowKey;
//! use rowkey::store::Rows;
//! use rowkey_fjall::{Database, Error, WriteStore};
//! # #[derive(RowKey)]
//! # #[rowkey(value = String, format = rowkey::Raw)]
//! # struct UserKey { user: u32 }
//!
//! fn rename(rows: &mut Rows<WriteStore<'_>>, user: u32, name: &str) -> Result<bool, Error> {
//!     Ok(rows.update(&UserKey { user }, |old| *old = name.to_string())?.is_some())
//! }
//!
//! fn rename_two(database: &Database) -> Result<(), Box<dyn std::error::Error>> {
//!     let renamed = database.write(|rows| {
//!         let ada = rename(rows, 7, "Ada Lovelace")?;
//!         let bob = rename(rows, 8, "Bob Hope")?;
//!         Ok([ada, bob])
//!     })?;
//!     println!("renamed: {renamed:?}");
//!     Ok(())
//! }
//!
//! fn rename_ada(database: &Database, name: &str) -> Result<(), Box<dyn std::error::Error>> {
//!     database.try_write(|rows| {
//!         if name.is_empty() {
//!             return Err("a user needs a name".into()); // aborts the transaction
//!         }
//!         rename(rows, 7, name)?;
//!         Ok::<_, Box<dyn std::error::Error>>(())
//!     })?;
//!     println!("renamed: {name}");
//!     Ok(())
//! }
//! ```
//!
//! # Journal files
//!
//! fjall deletes its journal files in their order, and keeps a file as long as any keyspace has rows of it only in memory. The few
//! rows of `rowkey.layouts` stay in memory for long, so the journal grows to its limit, which is 512 MiB. For a smaller one, open fjall
//! itself:
//!
//! ```
//! use rowkey_fjall::Database;
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path();
//! let database = Database::from(fjall::SingleWriterTxDatabase::builder(path).max_journaling_size(128 << 20).open()?);
//! # Ok::<(), fjall::Error>(())
//! ```
//!
//! # After a crash
//!
//! A transaction is stored as a whole or not at all, and the records and their index entries are in the same
//! transaction. So the indexes agree with the records after a crash of the program and after a loss of power.
//!
//! When [`Database::write`] has returned `Ok`, the transaction is on the disk: the commit uses `PersistMode::SyncAll`,
//! which calls `fsync`. The default of fjall itself is the weaker `PersistMode::Buffer`. The method
//! [`Database::durability`] sets another mode. Its documentation lists what a committed transaction survives in each
//! mode.
//!
//! [`Database::load`] and [`Database::rebuild`] store sorted files of each table, one table after the other. If the program ends
//! before the last one, the indexes count as not built, so that no read through them misses a record.
//!
//! [`Rows::verify`](rowkey::store::Rows::verify) compares the indexes with the records at any time.

#![forbid(unsafe_code)]

mod database;
mod error;
mod rows;

pub use database::{Database, ReadStore, WriteStore};
pub use error::{Error, StoreError};
pub use rows::Range;

#[cfg(doc)]
use rowkey::store::{RowsError, Table};

/// Compiles the program of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
