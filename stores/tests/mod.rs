//! Tests that every store, such as redb, must pass.
//!
//! The tests of each store, such as `stores/fjall/tests/stores.rs`, include this file as the module `shared`. They import the
//! types `Database`, `Error`, `StoreError` and `WriteStore` of the store, and define these functions:
//!
//! - `with_database(test)` calls a test with an empty database.
//! - `open(folder)`, on Unix, opens or creates a database below the folder. Its commits survive the end of the process.
//! - `flush(database)` writes rows in memory to files, or does nothing.
//!
//! The tests of async stores include `records.rs` and `remote.rs` instead.

#[cfg(unix)]
pub(crate) mod crashes;
mod embedded;
mod laws;
pub(crate) mod loads;
pub(crate) mod records;
pub(crate) mod remote;
pub(crate) mod tables;
pub(crate) mod transactions;

#[cfg(unix)]
use super::open;
use super::{Database, Error, StoreError, WriteStore, flush, with_database};
