//! Runs the tests that all stores share, which are in `stores/tests`, on LMDB.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[cfg(unix)]
#[path = "../../tests/crashes.rs"]
mod crashes;
#[path = "../../tests/laws.rs"]
mod laws;
#[path = "../../tests/records.rs"]
mod records;
#[path = "../../tests/tables.rs"]
mod tables;
#[path = "../../tests/transactions.rs"]
mod transactions;

use heed::EnvOpenOptions;
use rowkey::store::Table;
use rowkey_heed::{Error, StoreError, WriteStore};
use std::path::Path;
use transactions::TestResult;

type Database = rowkey_heed::Database<'static>;

/// This store has no rows that it could write to files later.
#[allow(clippy::unnecessary_wraps, reason = "the tests of all stores call this function")]
fn flush(_: &Database) -> TestResult {
    Ok(())
}

fn with_database(test: impl FnOnce(&Database) -> TestResult) -> TestResult {
    let folder = tempfile::tempdir()?;
    let tables = [&transactions::TABLES[..], &records::TABLES, &tables::TABLES].concat();
    test(&open_tables(folder.path(), &tables)?)
}

#[cfg(unix)]
fn open(folder: &Path) -> Result<Database, Error> {
    open_tables(folder, &crashes::TABLES)
}

fn open_tables(folder: &Path, tables: &[&'static Table]) -> Result<Database, Error> {
    // SAFETY: no code but these tests opens the folder.
    let env = unsafe { EnvOpenOptions::new().read_txn_without_tls().max_dbs(64).open(folder) };
    let env = env.map_err(|error| Error::Store(error.into()))?;
    Database::new(Box::leak(Box::new(env)), tables)
}
