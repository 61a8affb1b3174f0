//! The laws of async stores on an embedded store as the store of an [`AsyncDatabase`], whose rows are those of its `Database`.

use super::records::{self, read_everything, run_operations};
use super::remote::{self, NoteByWord, NoteKey, Told};
use super::transactions::TestResult;
use super::{Database, with_database};
use fastrand::Rng;
use futures_lite::future::block_on;
use rowkey::record::Record;
use rowkey::store::{Direction, LAYOUTS, Read, Rows, RowsError};
use rowkey::{KeyRange, RowKey as _};
use rowkey_async::{AsyncDatabase, AsyncStore, Commit, CommitError, Embedded, ReadRow, RowWrite, StoredValue};
use std::sync::Mutex;
use std::thread;

/// A database as an async store.
fn wrap(database: &Database) -> AsyncDatabase<Embedded<&Database>> {
    AsyncDatabase::new(Embedded::new(database))
}

#[test]
fn operations_have_the_same_results_as_in_memory() -> TestResult {
    with_database(|database| {
        block_on(remote::operations_have_the_same_results_as_in_memory(&wrap(database), 7, 60))?;
        block_on(remote::partitions_have_the_same_results_as_in_memory(&wrap(database), 7, 60))
    })
}

#[test]
fn loads_have_the_same_results_as_in_memory() -> TestResult {
    with_database(|database| block_on(remote::loads_have_the_same_results_as_in_memory(&wrap(database), 7, 12)))
}

/// Returns the keys and values, one after the other, of all tables that the tests of records write.
fn all_rows<S: Read>(rows: &Rows<S>) -> Result<Vec<Vec<u8>>, S::Error> {
    let mut all = Vec::new();
    let tables = records::TABLES.iter().flat_map(|table| [&[*table], table.indexes()].concat());
    for table in [&LAYOUTS].into_iter().chain(tables) {
        for row in rows.store().range(table, &KeyRange::beginning_with(b""), Direction::Forward)? {
            let (key, value) = row?;
            all.extend([key.as_ref().to_vec(), value.as_ref().to_vec()]);
        }
    }
    Ok(all)
}

/// Each database is written in turns by its own transactions and through the async interface.
#[test]
fn both_interfaces_write_the_same_rows() -> TestResult {
    with_database(|database| {
        with_database(|other| {
            let mut random = Rng::with_seed(7);
            let (wrapped, other_wrapped) = (wrap(database), wrap(other));
            for round in 0..24 {
                let (embedded, wrapped) = if round % 2 == 0 { (database, &other_wrapped) } else { (other, &wrapped) };
                let (count, repeated) = (random.usize(..8), random.clone());
                let results = embedded.write(|rows| run_operations(rows, &mut random, count))?;
                let written = wrapped.write(|rows| run_operations(rows, &mut repeated.clone(), count));
                assert_eq!(block_on(written)?, results, "transaction {round}");
                let (rows, other_rows) = (database.read()?, other.read()?);
                assert_eq!(all_rows(&rows)?, all_rows(&other_rows)?, "after transaction {round}");
                assert_eq!(block_on(wrapped.read(read_everything))?, read_everything(&rows)?);
            }
            Ok(())
        })
    })
}

/// An older version of the notes, without their indexes.
mod older {
    use rowkey::RowKey;

    #[derive(Debug, RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, table = "law_notes", salt(md5, buckets = 3))]
    pub(crate) struct NoteKey {
        #[descending]
        pub(crate) folder: u8,
        pub(crate) note: u16,
    }
}

/// The `Database` has compared the layouts, and compares them again after the async interface has changed what is recorded.
#[test]
fn a_change_of_what_is_recorded_is_seen_by_both_interfaces() -> TestResult {
    with_database(|database| {
        let wrapped = wrap(database);
        let count = || database.read()?.count(NoteByWord::prefix());
        database.write(|rows| rows.put(&NoteKey { folder: 1, note: 7 }, &"red".into()))?;
        assert_eq!(count()?, 1);
        block_on(wrapped.write(|rows| rows.put(&older::NoteKey { folder: 1, note: 8 }, &"red".into())))?;
        assert!(matches!(count(), Err(RowsError::NotBuilt { .. })));
        block_on(wrapped.run_steps("words", |rows, cursor| rows.rebuild::<NoteByWord>(cursor, 100)))?;
        assert_eq!(count()?, 2);
        Ok(())
    })
}

/// A commit writes nothing if one of the rows that it has read is another one now.
#[test]
fn a_commit_compares_what_was_read() -> TestResult {
    with_database(|database| {
        let store = Embedded::new(database);
        let table = NoteKey::TABLE;
        let write = |value: &[u8], expected: Option<Option<&[u8]>>| {
            let expected = expected.map(|bytes| StoredValue { bytes: bytes.map(Into::into), version: 0 });
            let write = RowWrite { table, key: b"key".into(), value: Some(value.into()), expected };
            block_on(store.commit(&Commit { reads: Vec::new(), writes: vec![write] }))
        };
        assert!(write(b"1", Some(None)).is_ok());
        assert!(matches!(write(b"2", Some(None)), Err(CommitError::Conflict)));
        assert!(matches!(write(b"2", Some(Some(b"3"))), Err(CommitError::Conflict)));
        assert!(write(b"2", Some(Some(b"1"))).is_ok());
        assert!(write(b"3", None).is_ok());
        let read = |value: &[u8]| ReadRow { table, key: b"key".into(), value: StoredValue::new(value.into()) };
        let delete = RowWrite { table, key: b"other".into(), value: None, expected: None };
        let commit = |read| block_on(store.commit(&Commit { reads: vec![read], writes: vec![delete.clone()] }));
        assert!(matches!(commit(read(b"2")), Err(CommitError::Conflict)));
        assert!(commit(read(b"3")).is_ok());
        Ok(())
    })
}

#[test]
fn concurrent_writers_lose_nothing() -> TestResult {
    with_database(|database| {
        let (told, wrapped) = (Mutex::new(Told::default()), wrap(database));
        thread::scope(|scope| {
            for writer in 0..4 {
                let (told, wrapped) = (&told, &wrapped);
                scope.spawn(move || {
                    let tell = |tell: &mut dyn FnMut(&mut Told)| tell(&mut told.lock().unwrap());
                    block_on(remote::write_words(wrapped, writer, 30, Rng::with_seed(writer as u64), tell));
                });
            }
        });
        let told = told.into_inner()?;
        assert_eq!((told.failures, told.count_unknown()), (0, 0));
        block_on(remote::check_words(&wrapped, &told)).map(drop)
    })
}
