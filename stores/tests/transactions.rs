//! Laws of every store: transactions, lengths of keys, changed layouts, and removed indexes.

use super::{Database, Error, WriteStore, with_database};
use rowkey::record::{FormatError, Record, ValueFormat};
use rowkey::store::{LAYOUTS, Read, RemovedIndex, Rows, RowsError, Table, Write};
use rowkey::{Raw, RowKey};
use std::panic::{AssertUnwindSafe, catch_unwind};

pub(crate) type TestResult = Result<(), Box<dyn std::error::Error>>;

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "hosts", indexes(HostByState))]
struct HostKey {
    host: u16,
}

#[derive(RowKey)]
#[rowkey(index_of = HostKey)]
struct HostByState {
    #[rowkey(from = value)]
    state: String,
    host: u16,
}

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "others")]
struct OtherKey {
    other: u16,
}

/// The name of this table differs from the name of another table only in its case.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "OTHERS")]
struct CapitalKey {
    other: u16,
}

/// The key of hosts in a later version of the program, with another layout: `u32` instead of `u16`.
#[derive(Debug, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "hosts")]
struct WideHostKey {
    host: u32,
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "moves")]
struct MoveKey {
    from: u16,
    to: u16,
}

/// The same key after its fields have changed places.
#[derive(Debug, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "moves")]
struct ExchangedKey {
    to: u16,
    from: u16,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "files")]
struct FileKey {
    path: String,
}

/// The entries are one byte longer than the keys.
#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = [u8; 1], format = rowkey::Raw, table = "pages", indexes(PageByKind))]
struct PageKey {
    path: String,
}

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(index_of = PageKey, table = "pages.kind")]
struct PageByKind {
    #[rowkey(from = value[0])]
    kind: u8,
    path: String,
}

/// The key of hosts in a later version of the program, which lists no index.
#[derive(Debug, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "hosts")]
struct LaterHostKey {
    host: u16,
}

/// The key of hosts in a later version of the program, whose index has another expression.
mod in_lower_case {
    use rowkey::RowKey;

    #[derive(Debug, PartialEq, RowKey)]
    #[rowkey(value = String, format = rowkey::Raw, table = "hosts", indexes(HostByState))]
    pub(super) struct HostKey {
        pub(super) host: u16,
    }

    #[derive(RowKey)]
    #[rowkey(index_of = HostKey)]
    pub(super) struct HostByState {
        #[rowkey(from = value.to_lowercase())]
        state: String,
        host: u16,
    }
}

static HOST_BY_STATE: RemovedIndex = RemovedIndex::new("HostByState", b"", LaterHostKey::TABLE);

/// A removed index with a misspelled name. No store has an index with this name.
static MISSPELLED: RemovedIndex = RemovedIndex::new("HostByStates", b"", LaterHostKey::TABLE);

/// A removed index that no store has, and the removed index `HostByState`, which the stores have.
static REMOVED: [RemovedIndex; 2] = [
    RemovedIndex::new("HostByStates", b"", LaterHostKey::TABLE),
    RemovedIndex::new("HostByState", b"", LaterHostKey::TABLE),
];

static NOT_AN_INDEX: RemovedIndex = RemovedIndex::new("others", b"", LaterHostKey::TABLE);

/// The key of records in the table `shared`, with the namespace `a`.
#[derive(Debug, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "shared", namespace = "a")]
struct SharedKey {
    id: u16,
}

/// The key of other records in the table `shared`. They have no namespace to separate them from those of `SharedKey`.
#[derive(Debug, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "shared")]
struct UnseparatedKey {
    id: u16,
}

/// Removed indexes in the table `shared`. Their namespaces, which are empty and `a\0`, overlap with the namespace `a`
/// of `SharedKey`: one is a prefix of the other.
static SHARED: [RemovedIndex; 2] =
    [RemovedIndex::new("shared", b"", LaterHostKey::TABLE), RemovedIndex::new("shared", b"a\0", LaterHostKey::TABLE)];

/// `HostByState`, and an index in the table `shared`. Its namespace `b` does not overlap with the namespace `a` of
/// `SharedKey`.
static SHARED_WITH_OTHER_NAMESPACE: [RemovedIndex; 2] = [
    RemovedIndex::new("HostByState", b"", LaterHostKey::TABLE),
    RemovedIndex::new("shared", b"b", LaterHostKey::TABLE),
];

#[allow(dead_code, reason = "not every store opens its tables first")]
pub(crate) static TABLES: [&Table; 9] = [
    HostKey::TABLE,
    OtherKey::TABLE,
    CapitalKey::TABLE,
    MoveKey::TABLE,
    FileKey::TABLE,
    PageKey::TABLE,
    SharedKey::TABLE,
    MISSPELLED.table(),
    FragileKey::TABLE,
];

fn hosts<S: Read>(rows: &Rows<S>) -> Result<Vec<u16>, RowsError<S::Error>> {
    rows.scan(HostKey::prefix()).map(|row| row.map(|(key, _)| key.host)).collect()
}

fn write_hosts(database: &Database) -> Result<(), Error> {
    database.write(|rows| (1..=3).try_for_each(|host| rows.put(&HostKey { host }, &"up".into())))
}

#[test]
fn a_layout_that_an_aborted_transaction_has_recorded_is_recorded_again() -> TestResult {
    with_database(|database| {
        let aborted = database.write(|rows| {
            rows.put(&HostKey { host: 1 }, &"up".into())?;
            assert!(rows.records(HostByState::prefix()).next().is_some_and(|row| row.is_ok()));
            Err::<(), _>(RowsError::Poisoned)
        });
        assert!(matches!(aborted, Err(RowsError::Poisoned)));
        write_hosts(database)?;
        assert!(database.read()?.store().get(&LAYOUTS, b"hosts")?.is_some());
        Ok(())
    })
}

/// If the second `write_hosts` compared the layout, the damaged layout would be an error.
#[test]
fn a_table_of_a_committed_write_is_not_compared_again() -> TestResult {
    with_database(|database| {
        write_hosts(database)?;
        let damage = |rows: &mut Rows<WriteStore<'_>>| rows.store_mut().put(&LAYOUTS, b"hosts", b"damaged");
        database.write(|rows| damage(rows).map_err(RowsError::Store))?;
        write_hosts(database)?;
        Ok(())
    })
}

#[test]
fn a_write_is_seen_within_its_transaction_and_after_its_commit() -> TestResult {
    with_database(|database| {
        write_hosts(database)?;
        let snapshot = database.read()?;
        database.write(|rows| {
            assert_eq!(rows.take(&HostKey { host: 2 })?.as_deref(), Some("up"));
            rows.put(&OtherKey { other: 7 }, &"down".into())?;
            assert_eq!(rows.get(&OtherKey { other: 7 })?.as_deref(), Some("down"));
            assert_eq!(hosts(rows)?, [1, 3]);
            Ok::<_, Error>(())
        })?;
        assert_eq!(hosts(&snapshot)?, [1, 2, 3], "a snapshot does not change");
        assert_eq!(hosts(&database.read()?)?, [1, 3]);
        Ok(())
    })
}

#[test]
fn rows_are_read_while_a_scan_is_open() -> TestResult {
    with_database(|database| {
        write_hosts(database)?;
        database.try_write(|rows| {
            for row in rows.records(HostByState::prefix().state("up")).rev() {
                let (key, value) = row?;
                assert_eq!(rows.get(&key)?, Some(value));
                // This opens another table during the scan.
                assert!(rows.get(&OtherKey { other: key.host })?.is_none());
            }
            Ok(())
        })
    })
}

#[test]
fn the_case_of_a_name_tells_two_tables_apart() -> TestResult {
    with_database(|database| {
        database.write(|rows| {
            rows.put(&OtherKey { other: 1 }, &"small".into())?;
            rows.put(&CapitalKey { other: 1 }, &"capital".into())
        })?;
        let rows = database.read()?;
        assert_eq!(rows.get(&OtherKey { other: 1 })?.as_deref(), Some("small"));
        assert_eq!(rows.get(&CapitalKey { other: 1 })?.as_deref(), Some("capital"));
        assert_eq!(rows.count(OtherKey::prefix())?, 1);
        Ok(())
    })
}

#[test]
fn a_table_that_does_not_exist_has_no_rows() -> TestResult {
    with_database(|database| {
        let rows = database.read()?;
        assert!(rows.get(&HostKey { host: 1 })?.is_none());
        assert!(hosts(&rows)?.is_empty());
        assert_eq!(rows.records(HostByState::prefix()).rev().count(), 0);
        Ok(())
    })
}

#[test]
fn nothing_is_written_if_the_closure_fails() -> TestResult {
    with_database(|database| {
        write_hosts(database)?;
        let result = database.try_write(|rows| {
            rows.take(&HostKey { host: 1 })?;
            Err::<(), _>(Box::<dyn std::error::Error>::from("changed my mind"))
        });
        assert_eq!(result.unwrap_err().to_string(), "changed my mind");
        assert_eq!(hosts(&database.read()?)?, [1, 2, 3]);
        Ok(())
    })
}

/// A server may catch the panic of one request and continue with the next request.
#[test]
fn a_closure_that_panics_writes_nothing_and_the_next_one_writes() -> TestResult {
    with_database(|database| {
        write_hosts(database)?;
        for _ in 0..2 {
            let panics = std::panic::AssertUnwindSafe(|| {
                let write = |rows: &mut Rows<WriteStore<'_>>| -> Result<(), Error> {
                    rows.take(&HostKey { host: 1 })?;
                    panic!("a mistake in the program");
                };
                database.write(write)
            });
            let panic = std::panic::catch_unwind(panics).unwrap_err();
            assert_eq!(panic.downcast_ref(), Some(&"a mistake in the program"));
        }
        assert_eq!(hosts(&database.read()?)?, [1, 2, 3]);
        database.write(|rows| rows.put(&HostKey { host: 4 }, &"up".into()))?;
        assert_eq!(hosts(&database.read()?)?, [1, 2, 3, 4]);
        Ok(())
    })
}

/// Some stores limit the length of their keys. A record whose key is too long cannot exist, but a query may contain
/// such a key.
#[test]
fn a_key_of_any_length_is_stored_or_rejected_and_can_be_queried() -> TestResult {
    with_database(|database| {
        let file = |length| FileKey { path: "x".repeat(length) };
        let lengths = [0, 1, 510, 511, 512, 65_534, 65_535, 65_536, 70_000];
        let mut stored = Vec::new();
        for length in lengths {
            match database.write(|rows| rows.put(&file(length), &length.to_string())) {
                Ok(()) => stored.push(length),
                Err(Error::Store(error)) => {
                    let text = error.to_string();
                    assert!(text.starts_with(&format!("table `files`: a key has {length} bytes, but ")), "{text}");
                }
                Err(error) => return Err(error.into()),
            }
        }
        assert!(stored.contains(&1) && stored.contains(&511));

        check_lengths(&database.read()?, &lengths, &stored)?;
        database.try_write(|rows| {
            check_lengths(rows, &lengths, &stored)?;
            for length in lengths {
                let taken = rows.take(&file(length))?;
                assert_eq!(taken.is_some(), stored.contains(&length), "{length}");
            }
            assert_eq!(rows.scan(FileKey::prefix()).count(), 0);
            Ok(())
        })
    })
}

/// All keys of a change are checked before the first row is written. So an operation with a key that the store cannot hold
/// changes nothing, and the transaction goes on.
#[test]
fn a_key_that_the_store_cannot_hold_does_not_end_the_transaction() -> TestResult {
    with_database(|database| {
        let lengths = [0, 1, 509, 510, 511, 512, 65_534, 65_535, 65_536, 70_000];
        let page = |length: usize| PageKey { path: "x".repeat(length) };
        let stored = database.try_write(|rows| {
            let mut stored = 0;
            for (kind, length) in (0..).zip(lengths) {
                let entries = rows.count(PageByKind::prefix())?;
                let put = rows.put(&page(length), &[kind]);
                let batch = rows.batch(|batch| {
                    batch.put(&page(2), &[kind])?;
                    batch.put(&page(length), &[kind])
                });
                assert_eq!(put.is_ok(), batch.is_ok(), "{length}");
                stored += u64::from(put.is_ok());
                if let Err(error) = put {
                    assert!(error.to_string().contains(" bytes, but the store holds keys of "), "{error}");
                    assert_eq!(rows.count(PageByKind::prefix())?, entries, "{length}");
                }
                assert_eq!(rows.get(&page(length))?.is_some(), batch.is_ok(), "{length}");
            }
            Ok::<_, Error>(stored + 1)
        })?;
        let rows = database.read()?;
        assert_eq!((rows.count(PageKey::prefix())?, rows.count(PageByKind::prefix())?), (stored, stored));
        assert!(stored > 3 && rows.verify::<PageKey>(None, usize::MAX)?.is_clean());
        Ok(())
    })
}

fn check_lengths<S: Read>(rows: &Rows<S>, lengths: &[usize], stored: &[usize]) -> Result<(), RowsError<S::Error>> {
    for &length in lengths {
        let path = "x".repeat(length);
        assert_eq!(rows.get(&FileKey { path: path.clone() })?.is_some(), stored.contains(&length), "{length}");
        for (query, expected) in [
            (
                FileKey::prefix().path_in(path.as_str()..),
                stored.iter().filter(|&&len| len >= length).collect::<Vec<_>>(),
            ),
            (FileKey::prefix().path_in(..path.as_str()), stored.iter().filter(|&&len| len < length).collect()),
            (FileKey::prefix().path_in(..=path.as_str()), stored.iter().filter(|&&len| len <= length).collect()),
            (FileKey::prefix().path_starts_with(&path), stored.iter().filter(|&&len| len >= length).collect()),
        ] {
            let found = rows.scan(query.clone()).map(|row| row.map(|(key, _)| key.path.len()));
            assert!(found.collect::<Result<Vec<_>, _>>()?.iter().eq(expected.iter().copied()), "{length}");
            let found = rows.scan(query).rev().map(|row| row.map(|(key, _)| key.path.len()));
            assert!(found.collect::<Result<Vec<_>, _>>()?.iter().eq(expected.into_iter().rev()), "{length}, reversed");
        }
    }
    Ok(())
}

/// The closure ignores the error of `put`, whose table has another layout in the store.
#[test]
fn a_transaction_with_a_failed_write_is_not_committed() -> TestResult {
    with_database(|database| {
        write_hosts(database)?;
        let result = database.write(|rows| {
            rows.take(&HostKey { host: 1 })?;
            let _ = rows.put(&WideHostKey { host: 1 }, &"up".into());
            Ok::<_, Error>(())
        });
        assert!(matches!(result, Err(Error::Poisoned)), "{result:?}");
        assert_eq!(hosts(&database.read()?)?, [1, 2, 3]);
        Ok(())
    })
}

/// A format that cannot read each value: it returns an error for `bad`, and panics for `panic`.
struct Fragile;

impl ValueFormat<String> for Fragile {
    const NAME: &'static str = "fragile";

    fn write(value: &String, out: &mut Vec<u8>) -> Result<(), FormatError> {
        <Raw as ValueFormat<String>>::write(value, out)
    }

    fn read(bytes: &[u8]) -> Result<String, FormatError> {
        assert_ne!(bytes, b"panic");
        if bytes == b"bad" { Err(FormatError::new("bad")) } else { <Raw as ValueFormat<String>>::read(bytes) }
    }
}

#[derive(Debug, RowKey)]
#[rowkey(value = String, format = Fragile, table = "fragile", indexes(ByFragile))]
struct FragileKey {
    id: u16,
}

#[derive(RowKey)]
#[rowkey(index_of = FragileKey, table = "fragile.text")]
struct ByFragile {
    #[rowkey(from = value)]
    text: String,
    id: u16,
}

/// Stores whose method `take` deletes a row before its value is read must put the row back.
#[test]
fn a_take_of_a_value_that_cannot_be_read_changes_nothing() -> TestResult {
    with_database(|database| {
        let key = FragileKey { id: 1 };
        database.write(|rows| {
            rows.put(&key, &"good".into())?;
            rows.store_mut().put(FragileKey::TABLE, &key.encode(), b"bad").map_err(Error::Store)
        })?;
        database.write(|rows| {
            assert!(matches!(rows.take(&key), Err(Error::Value { .. })));
            rows.put(&FragileKey { id: 2 }, &"other".into())
        })?;
        let rows = database.read()?;
        let stored = rows.store().get(FragileKey::TABLE, &key.encode())?;
        assert_eq!(stored.as_ref().map(AsRef::as_ref), Some(&b"bad"[..]));
        assert_eq!(rows.count(ByFragile::prefix())?, 2);
        Ok(())
    })
}

/// The format panics after the store has deleted the row, and the program catches the panic.
#[test]
fn a_take_that_panics_cannot_be_committed() -> TestResult {
    with_database(|database| {
        let key = FragileKey { id: 1 };
        database.write(|rows| {
            rows.put(&key, &"good".into())?;
            rows.store_mut().put(FragileKey::TABLE, &key.encode(), b"panic").map_err(Error::Store)
        })?;
        let result = database.write(|rows| {
            assert!(catch_unwind(AssertUnwindSafe(|| rows.take(&key))).is_err());
            Ok(())
        });
        assert!(matches!(result, Err(Error::Poisoned)), "{result:?}");
        let rows = database.read()?;
        assert!(rows.store().get(FragileKey::TABLE, &key.encode())?.is_some());
        Ok(())
    })
}

/// The fingerprints of both keys are equal. One program uses both, in the same transactions.
#[test]
fn fields_that_have_changed_places_are_an_error() -> TestResult {
    let stored = MoveKey { from: 1, to: 2 };
    let exchanged = ExchangedKey { to: 1, from: 2 };
    let is_rejected = |error: &Error| error.to_string().starts_with("fields of table `moves` have changed places");
    with_database(|database| {
        database.write(|rows| rows.put(&stored, &"a".into()))?;
        let error = database.write(|rows| {
            assert!(rows.get(&stored)?.is_some());
            rows.put(&exchanged, &"b".into())
        });
        assert!(is_rejected(&error.unwrap_err()));
        let rows = database.read()?;
        assert_eq!(rows.get(&stored)?.as_deref(), Some("a"));
        assert!(is_rejected(&rows.get(&exchanged).unwrap_err()));
        assert!(is_rejected(&rows.scan(ExchangedKey::prefix()).next().unwrap().unwrap_err()));
        assert_eq!(rows.count(MoveKey::prefix())?, 1);
        Ok(())
    })
}

#[test]
fn a_changed_layout_is_an_error_that_prints_both_layouts() -> TestResult {
    with_database(|database| {
        write_hosts(database)?;
        let rows = database.read()?;
        let text = rows.get(&WideHostKey { host: 1 }).unwrap_err().to_string();
        assert!(text.starts_with("the layout of table `hosts` has changed"), "{text}");
        assert!(text.contains("HostKey ") && text.contains("| WideHostKey"), "{text}");
        let error = database.write(|rows| rows.put(&WideHostKey { host: 1 }, &"up".into())).unwrap_err();
        assert!(matches!(error, Error::Changed(_)));
        // The rows can still be read with their old layout.
        assert_eq!(hosts(&rows)?, [1, 2, 3]);
        Ok(())
    })
}

/// If the expression of an index, such as `value`, has changed, each read of the index is an error until the index is
/// rebuilt.
#[test]
fn a_changed_expression_is_an_error_that_prints_both_expressions() -> TestResult {
    with_database(|database| {
        write_hosts(database)?;
        let query = in_lower_case::HostByState::prefix;
        let outdated = "index `HostByState` is outdated: its expressions have changed
in the store     from  state = value
in this program  from  state = value.to_lowercase()\n";
        let text = database.read()?.count(query()).unwrap_err().to_string();
        assert!(text.starts_with(outdated), "{text}");
        database.write(|rows| rows.put(&in_lower_case::HostKey { host: 4 }, &"UP".into()))?;
        let text = database.read()?.count(query()).unwrap_err().to_string();
        assert!(text.starts_with(outdated), "{text}");
        database.write(|rows| rows.rebuild::<in_lower_case::HostByState>(None, 100).map(drop))?;
        assert_eq!(database.read()?.records(query().state("up")).count(), 4);
        // The earlier version of the program has the earlier expression, so it gets the error now.
        assert!(matches!(database.read()?.count(HostByState::prefix()), Err(RowsError::NotBuilt { .. })));
        assert_eq!(hosts(&database.read()?)?, [1, 2, 3, 4]);
        Ok(())
    })
}

/// A rebuild that writes no entry, because there are no records, also marks the index as built.
#[test]
fn an_index_without_entries_is_built_by_a_rebuild() -> TestResult {
    with_database(|database| {
        database.write(|rows| rows.put(&LaterHostKey { host: 1 }, &"up".into()))?;
        database.write(|rows| rows.take(&LaterHostKey { host: 1 }).map(drop))?;
        assert!(matches!(database.read()?.count(HostByState::prefix()), Err(RowsError::NotBuilt { .. })));
        database.write(|rows| rows.rebuild::<HostKey>(None, 100).map(drop))?;
        assert_eq!(database.read()?.count(HostByState::prefix())?, 0);
        write_hosts(database)?;
        assert_eq!(database.read()?.count(HostByState::prefix())?, 3);
        Ok(())
    })
}

/// A read transaction that began before the rebuild sees an older snapshot, also after other transactions have read the index.
#[test]
fn a_snapshot_from_before_a_rebuild_has_no_index() -> TestResult {
    with_database(|database| {
        write_hosts(database)?;
        let query = in_lower_case::HostByState::prefix;
        let before = [database.read()?, database.read()?];
        let is_error = |rows: &Rows<_>| matches!(rows.count(query()), Err(RowsError::NotBuilt { .. }));
        assert!(is_error(&before[0]));
        database.write(|rows| rows.rebuild::<in_lower_case::HostByState>(None, 100).map(drop))?;
        assert_eq!(database.read()?.count(query())?, 3);
        assert_eq!(database.read()?.count(query())?, 3);
        assert!(before.iter().all(is_error));
        Ok(())
    })
}

/// Also checks that `?` converts the error of `set_built` into the error of the closure.
#[test]
fn an_index_is_recorded_as_built_without_a_rebuild() -> TestResult {
    with_database(|database| {
        write_hosts(database)?;
        let query = in_lower_case::HostByState::prefix;
        assert!(matches!(database.read()?.count(query()), Err(RowsError::NotBuilt { .. })));
        database.write(|rows| {
            rows.set_built::<in_lower_case::HostByState>()?;
            Ok(())
        })?;
        assert_eq!(database.read()?.count(query())?, 3);
        Ok(())
    })
}

/// Drops an index in steps. If a program lists the index again, the index counts as not built.
#[test]
fn a_removed_index_is_dropped_with_its_layout() -> TestResult {
    with_database(|database| {
        write_hosts(database)?;
        database.write(|rows| rows.put(&OtherKey { other: 1 }, &"up".into()))?;
        database.write(|rows| rows.put(&LaterHostKey { host: 4 }, &"up".into()))?;
        let (mut dropped, mut cursor) = (Vec::new(), None::<String>);
        loop {
            let step = database.write(|rows| rows.drop_index(&HOST_BY_STATE, cursor.as_deref(), 2))?;
            dropped.push(step.stale);
            cursor = step.next.map(String::from);
            if cursor.is_none() {
                break;
            }
            assert!(database.read()?.store().get(&LAYOUTS, b"HostByState")?.is_some());
        }
        assert_eq!(dropped, [2, 1], "the host 4 has no entry");
        let rows = database.read()?;
        assert!(rows.store().get(&LAYOUTS, b"HostByState")?.is_none());
        assert_eq!(hosts(&rows)?, [1, 2, 3, 4]);
        // The index can be dropped a second time.
        assert_eq!(database.write(|rows| rows.drop_index(&HOST_BY_STATE, None, 2))?.checked, 0);

        let read = rows.records(HostByState::prefix()).next();
        assert!(
            matches!(read, Some(Err(RowsError::NotBuilt { index, .. })) if index.name() == "HostByState"),
            "{read:?}"
        );
        database.write(|rows| rows.rebuild::<HostKey>(None, 100).map(drop))?;
        assert_eq!(database.read()?.records(HostByState::prefix()).count(), 4);
        Ok(())
    })
}

/// The table of an index that was removed in a transaction can be filled in the same transaction.
#[test]
fn an_index_is_dropped_and_rebuilt_in_one_transaction() -> TestResult {
    with_database(|database| {
        write_hosts(database)?;
        database.write(|rows| rows.put(&LaterHostKey { host: 4 }, &"up".into()))?;
        database.write(|rows| {
            assert_eq!(rows.drop_index(&HOST_BY_STATE, None, 100)?.next, None);
            rows.rebuild::<HostKey>(None, 100)
        })?;
        assert_eq!(database.read()?.records(HostByState::prefix().state("up")).count(), 4);
        Ok(())
    })
}

/// A store that reads rows in pages, or in blocks, returns every row once.
#[test]
fn a_long_table_is_read_in_both_directions() -> TestResult {
    with_database(|database| {
        const COUNT: u16 = 1200;
        database.write(|rows| (0..COUNT).try_for_each(|host| rows.put(&HostKey { host }, &format!("{}", host % 3))))?;
        let check = |rows: &dyn Fn(bool) -> Result<Vec<u16>, Error>, expected: Vec<u16>| -> TestResult {
            assert!(rows(false)? == expected && rows(true)? == expected.into_iter().rev().collect::<Vec<_>>());
            Ok(())
        };
        let all = |backward| {
            let rows = database.read()?;
            let scan = rows.scan(HostKey::prefix());
            let scan = if backward { scan.rev() } else { scan };
            scan.map(|row| Ok(row?.0.host)).collect()
        };
        check(&all, (0..COUNT).collect())?;
        let of_state = |backward| {
            let rows = database.read()?;
            let scan = rows.records(HostByState::prefix().state("1"));
            let scan = if backward { scan.rev() } else { scan };
            scan.map(|row| Ok(row?.0.host)).collect()
        };
        check(&of_state, (1..COUNT).step_by(3).collect())
    })
}

/// The changes of two threads follow each other: none is lost, and none fails because of the other.
#[test]
fn two_threads_change_one_record() -> TestResult {
    with_database(|database| {
        let key = FileKey { path: "count".into() };
        let append =
            || (0..100).try_for_each(|_| database.write(|rows| rows.upsert(&key, String::new, |text| text.push('x'))));
        std::thread::scope(|scope| {
            let other = scope.spawn(append);
            append().and(other.join().unwrap())
        })?;
        assert_eq!(database.read()?.get(&key)?.map(|text| text.len()), Some(200));
        Ok(())
    })
}

/// A misspelled name is an error if the store has another index that the program does not list. But if the program
/// drops both in one call, the unknown name counts as an index that was deleted earlier.
#[test]
fn a_removed_index_with_a_misspelled_name_is_an_error() -> TestResult {
    with_database(|database| {
        write_hosts(database)?;
        for _ in 0..2 {
            let error = database.write(|rows| rows.drop_index(&MISSPELLED, None, 2)).unwrap_err();
            assert_eq!(format!("{error:?}"), error.to_string());
            assert_eq!(
                error.to_string(),
                "the store has no index `HostByStates` of `hosts`; it has these indexes, which `indexes(..)` does not list: `HostByState`\n\
                 help: correct the name in `RemovedIndex::new`; if this index is deleted already, pass all removed indexes in \
                 one call of `Rows::drop_index`"
            );
        }
        assert!(database.read()?.store().get(&LAYOUTS, b"HostByState")?.is_some());
        // `REMOVED` contains the misspelled name and the correct name.
        for dropped in [vec![2, 1], vec![0]] {
            let mut steps = Vec::new();
            database.run_steps("drop", |rows, cursor| {
                let step = rows.drop_index(&REMOVED, cursor, 2)?;
                steps.push(step.stale);
                Ok(step)
            })?;
            assert_eq!(steps, dropped);
            assert!(database.read()?.store().get(&LAYOUTS, b"HostByState")?.is_none());
        }
        // The store has no unlisted index any more, so the misspelled name could be the name of a deleted index.
        assert_eq!(database.write(|rows| rows.drop_index(&MISSPELLED, None, 2))?.stale, 0);
        Ok(())
    })
}

#[test]
fn a_table_that_is_not_an_index_is_not_dropped() -> TestResult {
    with_database(|database| {
        database.write(|rows| rows.put(&OtherKey { other: 1 }, &"up".into()))?;
        let error = database.write(|rows| rows.drop_index(&NOT_AN_INDEX, None, 2)).unwrap_err();
        assert_eq!(format!("{error:?}"), error.to_string());
        assert_eq!(error.to_string(), "table `others` is not an index of `hosts`, so its rows are not deleted");
        assert_eq!(database.read()?.count(OtherKey::prefix())?, 1);
        Ok(())
    })
}

/// A removed index with a wrong namespace is rejected if rows of another table can begin with this namespace.
#[test]
fn rows_of_another_namespace_are_not_dropped() -> TestResult {
    with_database(|database| {
        database.write(|rows| (0..3).try_for_each(|id| rows.put(&SharedKey { id }, &"up".into())))?;
        for index in &SHARED {
            let dropped = database.write(|rows| rows.drop_index(index, None, 2));
            let text = dropped.unwrap_err().to_string();
            assert!(text.starts_with("table `shared` is not an index of `hosts`"), "{text}");
        }
        assert_eq!(database.write(|rows| rows.drop_index(&SHARED_WITH_OTHER_NAMESPACE, None, 2))?.checked, 0);
        assert_eq!(database.read()?.count(SharedKey::prefix())?, 3);
        Ok(())
    })
}

/// Without this error, `UnseparatedKey`, which has no namespace, could read and remove the rows of `SharedKey`.
#[test]
fn a_kind_of_records_with_an_overlapping_namespace_needs_another_table() -> TestResult {
    with_database(|database| {
        database.write(|rows| (0..3).try_for_each(|id| rows.put(&SharedKey { id }, &"up".into())))?;
        let rows = database.read()?;
        let errors = [
            database.write(|rows| rows.put(&UnseparatedKey { id: 1 }, &"up".into())).unwrap_err(),
            database.write(|rows| rows.clear::<UnseparatedKey>().map(drop)).unwrap_err(),
            rows.count(UnseparatedKey::prefix()).unwrap_err(),
        ];
        for error in errors {
            assert!(matches!(error, Error::Changed(_)), "{error}");
            assert!(error.to_string().starts_with("table `shared` has rows with the namespace \"a\""), "{error}");
        }
        assert_eq!(rows.count(SharedKey::prefix())?, 3);
        Ok(())
    })
}
