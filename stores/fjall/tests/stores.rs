//! The laws of all stores, on fjall.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[cfg(unix)]
#[path = "../../tests/crashes.rs"]
mod crashes;
#[path = "../../tests/laws.rs"]
mod laws;
#[path = "../../tests/transactions.rs"]
mod transactions;

#[cfg(unix)]
use fjall::PersistMode;
use rowkey_fjall::{Database, Error, StoreError, WriteStore};
#[cfg(unix)]
use std::path::Path;
use transactions::TestResult;

fn with_database(test: impl FnOnce(&Database) -> TestResult) -> TestResult {
    let folder = tempfile::tempdir()?;
    test(&Database::open(&folder)?.durability(None))
}

/// Opens a database with the weakest durability with which a committed transaction survives the end of the process.
#[cfg(unix)]
fn open(folder: &Path) -> Result<Database, Error> {
    Ok(Database::open(folder)?.durability(Some(PersistMode::Buffer)))
}
