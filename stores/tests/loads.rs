//! Laws of loads: a load stores what inserts of the same records would store, or nothing.

use super::records::{FileByHandle, FileKey, any_file, any_text, read_everything, run_operations};
use super::transactions::TestResult;
use super::{Database, Error, with_database};
use rowkey::record::{FormatError, Index, Record, ValueFormat};
use rowkey::store::{BulkProgress, Direction, Memory, MemoryError, Progress, Read, Rows, RowsError, Table, Write};
use rowkey::{KeyRange, RowKey};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Numbers of bytes that a load keeps in memory: with the first, each row is a run of its own.
const MEMORY: [usize; 3] = [0, 500, 1 << 20];

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "new_loaded_hosts")]
struct NewHostKey {
    name: String,
    host: u32,
}

#[allow(dead_code, reason = "not every store opens its tables first")]
pub(crate) static TABLES: [&Table; 3] = [IndexedHostKey::TABLE, NewHostKey::TABLE, PanicKey::TABLE];

/// Checks that an error of a load names records that have a conflict.
fn check_conflict(error: &Error, stored: &Memory, records: &[(FileKey, String)]) {
    let is_stored = |key: &[u8]| stored.get(FileKey::TABLE, key).unwrap().is_some();
    let count = |key: &[u8]| records.iter().filter(|(new, _)| *new.encode() == *key).count();
    match error {
        RowsError::Exists { key, .. } => assert!(is_stored(key) && count(key) > 0, "{error}"),
        RowsError::Taken { record, rejected, .. } => assert!(is_stored(record) && count(rejected) == 1, "{error}"),
        RowsError::Repeated { key, records: None, .. } => assert!(!is_stored(key) && count(key) > 1, "{error}"),
        RowsError::Repeated { records: Some(records), .. } => {
            let [first, second] = &**records;
            assert!(first != second && [first, second].iter().all(|key| count(key) == 1), "{error}");
        }
        error => panic!("{error}"),
    }
}

fn insert_all(memory: Memory, records: &[(FileKey, String)]) -> Result<Memory, MemoryError> {
    let mut rows = Rows::new(memory);
    records.iter().try_for_each(|(key, value)| rows.insert(key, value))?;
    rows.into_store()
}

#[test]
fn a_load_stores_what_inserts_store_or_nothing() -> TestResult {
    with_database(|database: &Database| {
        let mut random = fastrand::Rng::with_seed(7);
        let mut memory = Memory::new();
        let (mut loads, mut conflicts) = (0, 0);
        for memory_of_load in MEMORY.into_iter().cycle().take(40) {
            let count = random.usize(..6);
            let records: Vec<_> = (0..count).map(|_| (any_file(&mut random), any_text(&mut random))).collect();
            let loaded = database.load(memory_of_load, records.clone());
            match (insert_all(memory.clone(), &records), loaded) {
                (Ok(inserted), Ok(loaded)) => {
                    assert_eq!(loaded, count as u64);
                    memory = inserted;
                    loads += 1;
                }
                (Err(RowsError::Exists { .. } | RowsError::Taken { .. }), Err(loaded)) => {
                    check_conflict(&loaded, &memory, &records);
                    conflicts += 1;
                }
                (inserted, loaded) => panic!("{inserted:?}, {loaded:?}"),
            }
            assert_eq!(read_everything(&database.read()?)?, read_everything(&Rows::new(&memory))?, "after a load");

            let mut rows = Rows::new(memory);
            let mut repeated_random = random.clone();
            let expected = run_operations(&mut rows, &mut random, 3)?;
            memory = rows.into_store()?;
            let operations = database.write(|rows| run_operations(rows, &mut repeated_random, 3))?;
            assert_eq!(operations, expected);
        }
        assert!(loads > 5 && conflicts > 5, "{loads} loads, {conflicts} conflicts");
        Ok(())
    })
}

/// Deletes some entries of the files, changes the values of others, and adds entries that no file has.
fn damage<S: Read + Write>(rows: &mut Rows<S>, random: &mut fastrand::Rng) -> Result<(), RowsError<S::Error>> {
    for index in FileKey::TABLE.indexes() {
        let all = KeyRange::beginning_with(index.namespace());
        let entries = rows.store().range(index, &all, Direction::Forward).map_err(RowsError::Store)?;
        let entries = entries.map(|entry| entry.map(|(key, value)| [key.as_ref().to_vec(), value.as_ref().to_vec()]));
        for [key, value] in entries.collect::<Result<Vec<_>, _>>().map_err(RowsError::Store)? {
            let store = rows.store_mut();
            let damaged = match random.u8(..6) {
                0 => store.delete(index, &key),
                1 if !value.is_empty() => store.put(index, &key, &[&value[..], b"x"].concat()),
                2 => store.put(index, &[&key[..], b"x"].concat(), &value),
                _ => Ok(()),
            };
            damaged.map_err(RowsError::Store)?;
        }
    }
    Ok(())
}

#[test]
fn a_rebuild_at_once_does_what_steps_do() -> TestResult {
    with_database(|database: &Database| {
        let mut random = fastrand::Rng::with_seed(7);
        let mut rows = Rows::new(Memory::new());
        let mut corrected = [0; 3];
        for memory in MEMORY.into_iter().cycle().take(24) {
            let mut repeated_random = random.clone();
            run_operations(&mut rows, &mut random, 8)?;
            damage(&mut rows, &mut random)?;
            let expected = rows.rebuild::<FileKey>(None, usize::MAX)?;
            database.write(|rows| {
                run_operations(rows, &mut repeated_random, 8)?;
                damage(rows, &mut repeated_random)
            })?;
            let rebuilt = database.rebuild::<FileKey>(memory)?;
            let counts = |progress: &Progress| [progress.missing, progress.wrong, progress.stale];
            assert_eq!(counts(&rebuilt), counts(&expected));
            corrected.iter_mut().zip(counts(&rebuilt)).for_each(|(sum, count)| *sum += count);
            assert_eq!(read_everything(&database.read()?)?, read_everything(&rows)?);
            // A rebuild of one index, and of correct entries.
            assert!(database.rebuild::<FileByHandle>(memory)?.is_clean());
        }
        assert!(corrected.iter().all(|count| *count > 2), "{corrected:?}");
        Ok(())
    })
}

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "loaded_hosts")]
struct HostKey {
    host: u32,
}

/// The same key in a later version of the program, with an index.
#[derive(Debug, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "loaded_hosts", indexes(HostByName))]
struct IndexedHostKey {
    host: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = IndexedHostKey, table = "loaded_hosts_by_name")]
struct HostByName {
    #[rowkey(from = value)]
    name: String,
    host: u32,
}

/// In each case, the earlier version of the program writes last, so the index is not built.
#[test]
fn a_load_into_an_empty_table_builds_its_indexes() -> TestResult {
    let load = |database: &Database, host| database.load(1000, [(IndexedHostKey { host }, format!("host {host}"))]);
    let check = |database: &Database, hosts| -> TestResult {
        let rows = database.read()?;
        assert!(rows.is_built::<IndexedHostKey>()?);
        assert_eq!(rows.count(HostByName::prefix())?, hosts);
        assert!(rows.verify::<IndexedHostKey>(None, usize::MAX)?.is_clean());
        Ok(())
    };
    // The index is new.
    with_database(|database: &Database| {
        database.write(|rows| rows.put(&HostKey { host: 1 }, &"one".into()))?;
        database.write(|rows| rows.take(&HostKey { host: 1 }))?;
        assert_eq!(load(database, 2)?, 1);
        check(database, 1)
    })?;
    // The index has an entry that belongs to no record.
    with_database(|database: &Database| {
        load(database, 1)?;
        database.write(|rows| rows.take(&HostKey { host: 1 }))?;
        assert!(!database.read()?.is_built::<IndexedHostKey>()?);
        assert_eq!(load(database, 2)?, 1);
        check(database, 1)
    })?;
    // A record has no entry.
    with_database(|database: &Database| {
        database.write(|rows| rows.put(&HostKey { host: 1 }, &"one".into()))?;
        assert!(!database.read()?.lacks_only_indexes::<IndexedHostKey>()?);
        database.write(|rows| {
            rows.prepare_load::<IndexedHostKey>()?;
            assert_eq!(rows.count(IndexedHostKey::prefix())?, 1);
            Ok(())
        })?;
        assert_eq!(load(database, 2)?, 1);
        assert!(!database.read()?.is_built::<IndexedHostKey>()?);
        assert_eq!(database.read()?.count(IndexedHostKey::prefix())?, 2);
        assert_eq!(database.rebuild::<IndexedHostKey>(1000)?.missing, 1);
        check(database, 2)
    })
}

/// Long rows, whose runs are read in several parts, and rows that are longer than the buffer of a run.
#[test]
fn a_load_sorts_more_rows_than_fit_into_memory() -> TestResult {
    with_database(|database: &Database| {
        let mut random = fastrand::Rng::with_seed(7);
        let mut hosts: Vec<_> = (0..1000).collect();
        random.shuffle(&mut hosts);
        let name = |host: u32| "name ".repeat(host as usize % 80 + if host == 7 { 4000 } else { 0 });
        for memory in [50_000, 5_000] {
            let loaded = database.load(memory, hosts.iter().map(|host| (HostKey { host: *host }, name(*host))))?;
            assert_eq!(loaded, 1000);
            let rows = database.read()?.scan(HostKey::prefix()).collect::<Result<Vec<_>, _>>()?;
            let expected: Vec<_> = (0..1000).map(|host| (HostKey { host }, name(host))).collect();
            assert!(rows == expected);
            assert_eq!(database.write(|rows| rows.remove_all(HostKey::prefix()))?, 1000);
        }
        Ok(())
    })
}

#[test]
fn a_load_with_a_conflict_names_both_records() -> TestResult {
    let file = |folder: &str, version| FileKey { folder: folder.into(), version };
    with_database(|database: &Database| {
        let load = |records: &[(FileKey, &str)]| {
            database.load(1 << 20, records.iter().map(|(key, value)| (key.clone(), (*value).to_owned())))
        };
        load(&[(file("m", 1), "@ada")])?;
        let before = read_everything(&database.read()?)?;
        let check = |records: &[(FileKey, &str)], message: &str| -> TestResult {
            let error = load(records).unwrap_err();
            assert_eq!(error.to_string(), message);
            assert_eq!(read_everything(&database.read()?)?, before);
            Ok(())
        };
        let exists = "table `law_files`, key folder = \"m\", version = 1: the record exists already";
        check(&[(file("m", 1), "@eve"), (file("z", 1), "@bob")], exists)?;
        let repeated = "table `law_files`, key folder = \"z\", version = 1: two of the new records have this key";
        check(&[(file("z", 1), "@bob"), (file("z", 1), "@eve")], repeated)?;
        check(
            &[(file("a", 1), "@bob"), (file("z", 2), "@ada")],
            "unique index `FileByHandle`, entry handle = \"@ada\": the record folder = \"m\", version = 1 has this entry \
             already, so the record folder = \"z\", version = 2 cannot have it",
        )?;
        check(
            &[(file("z", 1), "@bob"), (file("z", 2), "@bob")],
            "unique index `FileByHandle`, entry handle = \"@bob\": two of the new records have this entry: folder = \"z\", \
             version = 2, and folder = \"z\", version = 1",
        )?;
        let error = load(&[(file("z", 1), "@bob"), (file("z", 2), "@bob")]).unwrap_err();
        assert!(error.is_taken::<FileByHandle>());
        let keys = error.taken::<FileByHandle>().ok_or("both keys can be decoded")?;
        assert_eq!([keys.record, keys.rejected], [file("z", 2), file("z", 1)]);
        // The failed loads have left nothing that prevents the next one.
        assert_eq!(load(&[(file("z", 2), "@bob")])?, 1);
        Ok(())
    })
}

/// The scan of the records reads a snapshot while the load begins its own transaction.
#[test]
fn records_are_copied_to_another_key_type_at_once() -> TestResult {
    with_database(|database: &Database| {
        database.load(1 << 20, (0..100).map(|host| (HostKey { host }, format!("host {host}"))))?;
        let before = database.read()?;
        let copies = before.scan(HostKey::prefix()).map(|row| {
            let (HostKey { host }, name) = row?;
            Ok::<_, Error>((NewHostKey { name, host }, String::new()))
        });
        assert_eq!(database.try_load(1000, copies, |_| Ok(()))?, 100);
        let found =
            database.read()?.scan(NewHostKey::prefix().name_starts_with("host 1")).collect::<Result<Vec<_>, _>>()?;
        assert_eq!(found.len(), 11);
        assert_eq!(before.scan(NewHostKey::prefix()).count(), 0);
        Ok(())
    })
}

/// A panic of the program's own code, here of a format, leaves the database usable.
#[test]
fn a_rebuild_that_panics_changes_nothing() -> TestResult {
    with_database(|database: &Database| {
        database.load(1000, [(PanicKey { key: 1 }, 7)])?;
        let _ = catch_unwind(AssertUnwindSafe(|| database.rebuild::<PanicKey>(1000))).unwrap_err();
        database.load(1000, [(PanicKey { key: 2 }, 8)])?;
        assert_eq!(database.read()?.count(PanicByValue::prefix())?, 2);
        Ok(())
    })
}

#[derive(RowKey)]
#[rowkey(value = u8, format = Panics, table = "panics", indexes(PanicByValue))]
struct PanicKey {
    key: u8,
}

#[derive(RowKey)]
#[rowkey(index_of = PanicKey)]
struct PanicByValue {
    #[rowkey(from = *value)]
    value: u8,
    key: u8,
}

/// A format that cannot read.
struct Panics;

impl ValueFormat<u8> for Panics {
    const NAME: &'static str = "panics";
    const IS_EXACT: bool = true;

    fn write(value: &u8, out: &mut Vec<u8>) -> Result<(), FormatError> {
        out.push(*value);
        Ok(())
    }

    fn read(_: &[u8]) -> Result<u8, FormatError> {
        panic!("the format panics")
    }
}

/// Calls an operation that can be stopped: stops it at its first report of progress, then at its second, and so on, until the
/// operation ends by itself. Calls `check` after each stop. Checks the progress, and returns it.
fn stop_at_each_report(
    mut operation: impl FnMut(&mut dyn FnMut(BulkProgress) -> TestResult) -> TestResult,
    check: impl Fn() -> TestResult,
) -> Result<Vec<BulkProgress>, Box<dyn std::error::Error>> {
    for last in 0.. {
        let mut reports: Vec<BulkProgress> = Vec::new();
        let ended = operation(&mut |progress| {
            let before = reports.last().copied().unwrap_or_default();
            assert!(before.sorted <= progress.sorted && before.written <= progress.written, "{before:?}, {progress:?}");
            assert!(progress.written <= progress.sorted);
            reports.push(progress);
            if reports.len() > last { Err("stopped".into()) } else { Ok(()) }
        });
        match ended {
            Err(error) => assert_eq!(error.to_string(), "stopped"),
            Ok(()) => return Ok(reports),
        }
        check()?;
    }
    Err("the operation has not ended".into())
}

#[test]
fn a_load_or_a_rebuild_that_is_stopped_changes_nothing() -> TestResult {
    const HOSTS: u32 = 2500;
    with_database(|database: &Database| {
        database.load(1000, [(IndexedHostKey { host: HOSTS }, "last".to_owned())])?;
        let check = |expected: u64| {
            let rows = database.read()?;
            assert_eq!([rows.count(IndexedHostKey::prefix())?, rows.count(HostByName::prefix())?], [expected; 2]);
            Ok(())
        };
        let load = |watch: &mut dyn FnMut(BulkProgress) -> TestResult| {
            let hosts = (0..HOSTS).map(|host| Ok((IndexedHostKey { host }, format!("host {host}"))));
            assert_eq!(database.try_load(50_000, hosts, watch)?, u64::from(HOSTS));
            Ok(())
        };
        let reports = stop_at_each_report(load, || check(1))?;
        // Three reports while the records are read, and five while the records and entries are written.
        let reports: Vec<_> = reports.iter().map(|progress| (progress.sorted, progress.written)).collect();
        let written = (0..5).map(|report| (u64::from(2 * HOSTS), 1024 * report));
        assert_eq!(reports, [(0, 0), (2048, 0), (4096, 0)].into_iter().chain(written).collect::<Vec<_>>());
        check(u64::from(HOSTS) + 1)?;

        database.write(|rows| {
            let entry = HostByName { name: "host 7".into(), host: 7 };
            Ok(rows.store_mut().delete(HostByName::TABLE, &entry.encode())?)
        })?;
        let rebuild = |watch: &mut dyn FnMut(BulkProgress) -> TestResult| {
            assert_eq!(database.try_rebuild::<IndexedHostKey, _>(50_000, watch)?.missing, 1);
            Ok(())
        };
        let check = || {
            assert_eq!(database.read()?.verify::<IndexedHostKey>(None, usize::MAX)?.missing, 1);
            Ok(())
        };
        let reports = stop_at_each_report(rebuild, check)?;
        assert!(reports.iter().any(|progress| progress.written > 0), "{reports:?}");
        assert!(database.read()?.verify::<IndexedHostKey>(None, usize::MAX)?.is_clean());
        Ok(())
    })
}

#[test]
fn a_load_whose_iterator_fails_stores_nothing() -> TestResult {
    with_database(|database: &Database| {
        let host = |host| (HostKey { host }, "up".to_owned());
        let records = [Ok(host(1)), Ok(host(2)), Err("stopped".into()), Ok(host(3))];
        let error = database.try_load::<HostKey, Box<dyn std::error::Error>>(0, records, |_| Ok(())).unwrap_err();
        assert_eq!(error.to_string(), "stopped");
        assert_eq!(database.read()?.count(HostKey::prefix())?, 0);
        assert_eq!(database.load(0, [host(1)])?, 1);
        Ok(())
    })
}
