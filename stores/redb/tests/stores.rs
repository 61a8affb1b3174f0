//! The laws of all stores, on redb.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[cfg(unix)]
#[path = "../../tests/crashes.rs"]
mod crashes;
#[path = "../../tests/laws.rs"]
mod laws;
#[path = "../../tests/transactions.rs"]
mod transactions;

use redb::backends::InMemoryBackend;
use rowkey_redb::{Database, Error, StoreError, WriteStore};
#[cfg(unix)]
use std::path::Path;
use transactions::TestResult;

fn with_database(test: impl FnOnce(&Database) -> TestResult) -> TestResult {
    test(&redb::Database::builder().create_with_backend(InMemoryBackend::new())?.into())
}

#[cfg(unix)]
fn open(folder: &Path) -> Result<Database, Error> {
    Database::create(folder.join("crash.redb"))
}
