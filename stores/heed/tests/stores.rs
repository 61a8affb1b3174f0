//! Runs the tests that all stores share, which are in `stores/tests`, on LMDB.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../tests/mod.rs"]
mod shared;

use heed::EnvOpenOptions;
use rowkey::store::Table;
use rowkey_heed::{Error, StoreError, WriteStore};
use shared::transactions::TestResult;
use std::path::Path;

type Database = rowkey_heed::Database<'static>;

/// This store has no rows that it could write to files later.
#[allow(clippy::unnecessary_wraps, reason = "the tests of all stores call this function")]
fn flush(_: &Database) -> TestResult {
    Ok(())
}

fn with_database(test: impl FnOnce(&Database) -> TestResult) -> TestResult {
    let folder = tempfile::tempdir()?;
    let tables = [
        &shared::transactions::TABLES[..],
        &shared::records::TABLES,
        &shared::tables::TABLES,
        &shared::loads::TABLES,
        &shared::remote::TABLES,
    ]
    .concat();
    test(&open_tables(folder.path(), &tables)?)
}

#[cfg(unix)]
fn open(folder: &Path) -> Result<Database, Error> {
    open_tables(folder, &shared::crashes::TABLES)
}

fn open_tables(folder: &Path, tables: &[&'static Table]) -> Result<Database, Error> {
    // SAFETY: no code but these tests opens the folder.
    let env = unsafe { EnvOpenOptions::new().read_txn_without_tls().max_dbs(64).map_size(1 << 30).open(folder) };
    let env = env.map_err(|error| Error::Store(error.into()))?;
    Database::new(Box::leak(Box::new(env)), tables)
}
