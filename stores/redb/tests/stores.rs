//! Runs the tests that all stores share, which are in `stores/tests`, on redb. Also tests that a dropped index leaves
//! no empty redb table, which only `rowkey-redb` deletes.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod kinds;
#[path = "../../tests/mod.rs"]
mod shared;

use redb::backends::InMemoryBackend;
use redb::{ReadableDatabase, TableHandle};
use rowkey::RowKey;
use rowkey::record::Record;
use rowkey::store::{RemovedIndex, RowsError};
use rowkey_redb::{Database, Error, StoreError, WriteStore};
use shared::transactions::TestResult;
#[cfg(unix)]
use std::path::Path;

/// This store has no rows that it could write to files later.
#[allow(clippy::unnecessary_wraps, reason = "the tests of all stores call this function")]
fn flush(_: &Database) -> TestResult {
    Ok(())
}

fn with_database(test: impl FnOnce(&Database) -> TestResult) -> TestResult {
    test(&redb::Database::builder().create_with_backend(InMemoryBackend::new())?.into())
}

#[cfg(unix)]
fn open(folder: &Path) -> Result<Database, Error> {
    Database::create(folder.join("crash.redb"))
}

/// A redb table that also has rows of another namespace, such as `teams.name`, is kept.
#[test]
fn a_dropped_index_leaves_no_table() -> TestResult {
    with_database(|database| {
        let tables = || -> Result<Vec<String>, Box<dyn std::error::Error>> {
            let transaction = database.begin_read()?;
            let mut names: Vec<_> = transaction.list_tables()?.map(|table| table.name().to_owned()).collect();
            names.sort();
            Ok(names)
        };
        database.write(|rows| {
            rows.put(&UserKey { user: 1 }, &"Ada".into())?;
            rows.put(&TeamKey { team: 1 }, &"red".into())
        })?;
        assert_eq!(tables()?, ["rowkey.layouts", "teams", "teams.name", "users", "users.name"]);

        let read_before = database.read()?;
        let aborted = database.write(|rows| {
            rows.drop_index(&USER_BY_NAME, None, 10)?;
            Err::<(), _>(RowsError::Poisoned)
        });
        assert!(aborted.is_err());
        assert!(tables()?.contains(&"users.name".to_owned()), "an aborted transaction removes nothing");

        database.write(|rows| {
            assert_eq!(rows.drop_index(&USER_BY_NAME, None, 10)?.next, None);
            // The same transaction can drop the index a second time, and write to other tables.
            rows.drop_index(&USER_BY_NAME, None, 10)?;
            rows.put(&LaterUserKey { user: 2 }, &"Bob".into())?;
            // These rows share the redb table `teams.name` with the index that is dropped next.
            rows.put(&NoteKey { note: 1 }, &"in the table of an index".into())?;
            rows.drop_index(&TEAM_BY_NAME, None, 10)
        })?;
        assert_eq!(tables()?, ["rowkey.layouts", "teams", "teams.name", "users"]);
        assert_eq!(database.read()?.count(LaterUserKey::prefix())?, 2);
        assert_eq!(database.read()?.get(&NoteKey { note: 1 })?.as_deref(), Some("in the table of an index"));
        assert_eq!(read_before.records(UserByName::prefix()).count(), 1, "a snapshot does not change");
        Ok(())
    })
}

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "users", indexes(UserByName))]
struct UserKey {
    user: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = UserKey, table = "users.name")]
struct UserByName {
    #[rowkey(from = value)]
    name: String,
    user: u32,
}

/// The key of users in a later version of the program, which lists no index.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "users")]
struct LaterUserKey {
    user: u32,
}

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "teams", indexes(TeamByName))]
struct TeamKey {
    team: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = TeamKey, table = "teams.name", namespace = "t")]
struct TeamByName {
    #[rowkey(from = value)]
    name: String,
    team: u32,
}

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "teams")]
struct LaterTeamKey {
    team: u32,
}

/// The key of records in the redb table of the index `TeamByName`. The two have different namespaces.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "teams.name", namespace = "n")]
struct NoteKey {
    note: u32,
}

static USER_BY_NAME: RemovedIndex = RemovedIndex::new("users.name", b"", LaterUserKey::TABLE);

static TEAM_BY_NAME: RemovedIndex = RemovedIndex::new("teams.name", b"t", LaterTeamKey::TABLE);
