//! Runs the tests that all stores share, which are in `stores/tests`, on fjall. Also tests keyspaces that were deleted,
//! which only fjall has.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../tests/mod.rs"]
mod shared;

use fjall::KeyspaceCreateOptions;
#[cfg(unix)]
use fjall::PersistMode;
use rowkey::RowKey;
use rowkey_fjall::{Database, Error, StoreError, WriteStore};
use shared::transactions::TestResult;
#[cfg(unix)]
use std::path::Path;

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "hosts")]
struct HostKey {
    host: u16,
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "users")]
struct UserKey {
    user: u16,
}

/// fjall documents names of up to 255 bytes, and panics if a name is longer.
#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw)]
#[rowkey(
    table = "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
)]
struct LongKey {
    host: u16,
}

#[test]
fn a_name_that_is_too_long_is_an_error() -> TestResult {
    let folder = tempfile::tempdir()?;
    let database = Database::open(&folder)?;
    let written = database.write(|rows| rows.put(&LongKey { host: 7 }, &"up".into())).unwrap_err();
    let read = database.read()?.get(&LongKey { host: 7 }).unwrap_err();
    for error in [written, read] {
        assert!(matches!(error, Error::Store(StoreError::Name(_))), "{error}");
        assert!(error.to_string().contains("it has 256 bytes, and fjall accepts 1 to 255"), "{error}");
    }
    Ok(())
}

/// Without this error, fjall would accept rows for a keyspace that was deleted while open, and lose them.
#[test]
fn a_write_to_a_deleted_keyspace_is_an_error() -> TestResult {
    let folder = tempfile::tempdir()?;
    let database = Database::open(&folder)?;
    database.write(|rows| rows.put(&HostKey { host: 7 }, &"up".into()))?;
    let keyspace = database.keyspace("hosts", KeyspaceCreateOptions::default)?;
    database.inner().delete_keyspace(keyspace.inner().clone())?;
    drop(keyspace);
    for _ in 0..2 {
        let error = database.write(|rows| {
            rows.put(&UserKey { user: 1 }, &"Ada".into())?;
            rows.put(&HostKey { host: 8 }, &"up".into())
        });
        assert!(error.unwrap_err().to_string().starts_with("the keyspace `hosts` was deleted"));
    }
    assert_eq!(database.read()?.count(UserKey::prefix())?, 0);
    database.write(|rows| rows.put(&UserKey { user: 2 }, &"Bob".into()))?;
    drop(database);

    let database = Database::open(&folder)?;
    database.write(|rows| rows.put(&HostKey { host: 9 }, &"up".into()))?;
    drop(database);
    let rows = Database::open(&folder)?.read()?.count(HostKey::prefix())?;
    assert_eq!(rows, 1);
    Ok(())
}

/// This store has no rows that it could write to files later.
#[allow(clippy::unnecessary_wraps, reason = "the tests of all stores call this function")]
fn flush(_: &Database) -> TestResult {
    Ok(())
}

fn with_database(test: impl FnOnce(&Database) -> TestResult) -> TestResult {
    let folder = tempfile::tempdir()?;
    test(&Database::open(&folder)?.durability(None))
}

/// Opens a database with the weakest durability with which a committed transaction survives the end of the process. fjall
/// creates the folder.
#[cfg(unix)]
fn open(folder: &Path) -> Result<Database, Error> {
    Ok(Database::open(folder.join("new"))?.durability(Some(PersistMode::Buffer)))
}
