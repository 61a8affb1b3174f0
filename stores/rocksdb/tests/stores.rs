//! Runs the tests that all stores share, which are in `stores/tests`, on RocksDB. Also tests what only this adapter
//! does: options that it reads from a file of RocksDB, and one sync of the log for several commits.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../tests/mod.rs"]
mod shared;

use rocksdb::statistics::Ticker;
use rocksdb::{FlushOptions, OptimisticTransactionDB, Options};
use rowkey::RowKey;
use rowkey_rocksdb::{Database, Error, ReadOnlyDatabase, StoreError, WriteStore};
use shared::transactions::TestResult;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

fn with_database(test: impl FnOnce(&Database) -> TestResult) -> TestResult {
    let folder = tempfile::tempdir()?;
    test(&Database::open(&folder)?.sync(false))
}

/// Writes the rows to files, whose Bloom filters later scans use.
fn flush(database: &Database) -> TestResult {
    for table in shared::tables::TABLES {
        if let Some(family) = database.cf_handle(table.name()) {
            database.flush_cf_opt(&family, &FlushOptions::default())?;
        }
    }
    Ok(())
}

/// Opens a database with the weakest durability with which a committed transaction survives the end of the process.
#[cfg(unix)]
fn open(folder: &Path) -> Result<Database, Error> {
    Ok(Database::open(folder)?.sync(false))
}

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "messages", indexes(MessageByAuthor))]
struct MessageKey {
    tenant: u32,
    id: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey, table = "by_author")]
struct MessageByAuthor {
    tenant: u32,
    #[rowkey(from = value)]
    author: String,
    id: u64,
}

fn put_messages(database: &Database, ids: std::ops::Range<u64>) -> Result<(), Error> {
    database.write(|rows| {
        (0..10).try_for_each(|tenant| {
            ids.clone().try_for_each(|id| rows.put(&MessageKey { tenant, id }, &format!("author {}", id % 7)))
        })
    })
}

fn count_by_scans(database: &Database) -> Result<usize, Error> {
    let rows = database.read()?;
    let mut count = rows.scan(MessageKey::prefix().tenant(3)).count();
    count += rows.records(MessageByAuthor::prefix().tenant(3)).count();
    count += rows.scan(MessageKey::prefix().tenant(30)).count();
    Ok(count)
}

/// RocksDB stores the options of a column family when it is created, and `open` reads them again.
#[test]
fn a_database_is_opened_with_its_bloom_filters() -> TestResult {
    let folder = tempfile::tempdir()?;
    let options = || -> Result<String, Box<dyn std::error::Error>> {
        let files = fs::read_dir(&folder)?.flatten().map(|file| file.path());
        let newest = files.filter(|path| path.to_string_lossy().contains("OPTIONS-")).max();
        Ok(fs::read_to_string(newest.ok_or("no file with options")?)?)
    };
    for (ids, filters) in [(0..50, 3), (50..100, 4), (100..150, 4)] {
        let database = Database::open(&folder)?.sync(false);
        put_messages(&database, ids.clone())?;
        let prefix_lens = [MessageKey::LAYOUT, MessageByAuthor::LAYOUT].map(rowkey::Layout::fixed_prefix_len);
        assert_eq!(prefix_lens, [4, 4]);
        let stored = options()?;
        assert_eq!(stored.matches("prefix_extractor=rocksdb.FixedPrefix.4").count(), 2, "{stored}");
        assert_eq!(
            stored.matches("filter_policy=bloomfilter").count(),
            filters,
            "also the layouts, and later the default column family"
        );
        for name in ["messages", "by_author", "rowkey.layouts"] {
            database.flush_cf(&database.cf_handle(name).ok_or("no column family")?)?;
        }
        assert_eq!(count_by_scans(&database)?, 2 * usize::try_from(ids.end)?);
    }
    // A reader beside a writer takes no lock, and does not see what the writer writes later.
    let database = Database::open(&folder)?.sync(false);
    let reader = ReadOnlyDatabase::open(&folder)?;
    put_messages(&database, 150..160)?;
    assert_eq!(reader.read()?.scan(MessageKey::prefix().tenant(3)).count(), 150);
    assert_eq!(reader.read()?.records(MessageByAuthor::prefix().tenant(3).author("author 3")).count(), 21);
    drop((reader, database));

    // A program that opens the database with its own options knows no prefixes, and finds the same rows.
    let names = rocksdb::DB::list_cf(&Options::default(), &folder)?;
    let inner = OptimisticTransactionDB::open_cf(&Options::default(), &folder, names)?;
    assert_eq!(count_by_scans(&Database::from(inner))?, 320);
    Ok(())
}

/// A commit that waits for the disk syncs the log, or has another commit sync the log for both.
#[test]
fn each_commit_is_synced_unless_the_program_says_otherwise() -> TestResult {
    for is_synced in [true, false] {
        let folder = tempfile::tempdir()?;
        let mut options = Options::default();
        options.create_if_missing(true);
        options.enable_statistics();
        let database = Database::from(OptimisticTransactionDB::open(&options, &folder)?).sync(is_synced);
        let syncs = || options.get_ticker_count(Ticker::WalFileSynced);
        let next = AtomicU64::new(0);
        let put = || {
            (0..20).try_for_each(|_| {
                let (before, id) = (syncs(), next.fetch_add(1, Ordering::Relaxed));
                database.write(|rows| rows.put(&MessageKey { tenant: 1, id }, &"Ada".into()))?;
                assert_eq!(syncs() > before, is_synced);
                Ok::<_, Error>(())
            })
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(put)).collect();
            threads.into_iter().try_for_each(|thread| thread.join().unwrap())
        })?;
        assert_eq!(database.read()?.count(MessageByAuthor::prefix().tenant(1))?, 160);
        assert!(syncs() <= 160 + 2, "at most one sync for each commit");
    }
    Ok(())
}

/// RocksDB notices a change of the program to a row that a transaction also changes.
#[test]
fn a_change_outside_of_the_transaction_is_a_conflict() -> TestResult {
    with_database(|database| {
        put_messages(database, 0..1)?;
        let family = database.cf_handle("messages").ok_or("no column family")?;
        let key = MessageKey { tenant: 1, id: 0 };
        let conflict = database.try_write(|rows| -> TestResult {
            rows.put(&key, &"Bob".into())?;
            Ok(database.put_cf(&family, key.encode(), "Eve")?)
        });
        assert!(conflict.unwrap_err().to_string().contains("run the transaction again"));
        assert_eq!(database.read()?.get(&key)?.as_deref(), Some("Eve"));
        Ok(())
    })
}
