//! The types of the redb tables. Whatever the types are, a table has the rows that a map of byte strings would have.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use fastrand::Rng;
use redb::backends::InMemoryBackend;
use redb::{ReadableDatabase, TableHandle};
use rowkey::RowKey;
use rowkey::record::{Index, Record};
use rowkey::store::{Direction, Read, RemovedIndex, Rows, Table, Write};
use rowkey_redb::{Database, StoreError, WriteStore};
use std::collections::BTreeMap;

/// A table, the width of its keys in redb, and whether it has values in redb.
struct Stored {
    table: &'static Table,
    width: Option<usize>,
    has_values: bool,
}

/// Declares an index for each width, and lists the tables of the indexes.
macro_rules! indexes {
    ($($index:ident $primary:ident $width:literal $stored:expr;)*) => {
        $(
        #[derive(RowKey)]
        #[rowkey(value = String, format = rowkey::Raw, indexes($index))]
        struct $primary {
            id: u32,
        }

        #[derive(RowKey)]
        #[rowkey(index_of = $primary)]
        struct $index {
            #[rowkey(from = [0; $width - 4])]
            first: [u8; $width - 4],
            id: u32,
        }
        )*

        const OF_WIDTHS: &[Stored] =
            &[$(Stored { table: <$index as Index>::TABLE, width: $stored, has_values: false }),*];
    };
}

indexes! {
    Width7 Primary7 7 None;
    Width8 Primary8 8 Some(8);
    Width9 Primary9 9 None;
    Width12 Primary12 12 Some(12);
    Width16 Primary16 16 Some(16);
    Width20 Primary20 20 Some(20);
    Width24 Primary24 24 Some(24);
    Width28 Primary28 28 Some(28);
    Width32 Primary32 32 Some(32);
    Width36 Primary36 36 None;
}

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(Variable, Unique, Covering, InNamespace))]
struct PrimaryKey {
    id: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = PrimaryKey)]
struct Variable {
    #[rowkey(from = value)]
    text: String,
    id: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = PrimaryKey, unique)]
struct Unique {
    #[rowkey(from = value.len() as u64)]
    len: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = PrimaryKey, stores = value)]
struct Covering {
    #[rowkey(from = value.len() as u32)]
    len: u32,
    id: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = PrimaryKey, namespace = "n")]
struct InNamespace {
    #[rowkey(from = [0; 7])]
    first: [u8; 7],
    id: u32,
}

const OTHERS: &[Stored] = &[
    Stored { table: PrimaryKey::TABLE, width: None, has_values: true },
    Stored { table: <Variable as Index>::TABLE, width: None, has_values: false },
    Stored { table: <Unique as Index>::TABLE, width: None, has_values: true },
    Stored { table: <Covering as Index>::TABLE, width: None, has_values: true },
    Stored { table: <InNamespace as Index>::TABLE, width: None, has_values: true },
];

/// A key that is any byte string, to make ranges with any bounds.
#[derive(RowKey)]
struct AnyKey {
    bytes: Vec<u8>,
}

type TestResult = Result<()>;
type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

fn database() -> Result<Database> {
    Ok(redb::Database::builder().create_with_backend(InMemoryBackend::new())?.into())
}

fn any_bytes(rng: &mut Rng, len: usize) -> Vec<u8> {
    (0..len).map(|_| *rng.choice(&[0, 1, 0xFE, 0xFF]).unwrap_or(&0)).collect()
}

/// Compares all rows and the rows of random ranges, in both directions, with the rows of a map.
fn check_ranges<S: Read<Error = StoreError>>(
    store: &S,
    stored: &Stored,
    rows: &BTreeMap<Vec<u8>, Vec<u8>>,
    rng: &mut Rng,
) -> TestResult {
    let longest = stored.width.unwrap_or(4) + 2;
    let mut bounds: Vec<_> = Vec::new();
    for _ in 0..40 {
        let len = rng.usize(..=longest);
        bounds.push(any_bytes(rng, len));
    }
    // Bounds at and beside stored keys.
    for key in rows.keys() {
        let shorter = key.get(..key.len() - 1).unwrap_or_default();
        bounds.extend([key.clone(), shorter.to_vec(), [key, &[0][..]].concat(), [key, &[0xFF][..]].concat()]);
    }
    for _ in 0..300 {
        let [start, end] = [(); 2].map(|()| rng.choice(&bounds).cloned().unwrap_or_default());
        let ranges = [
            AnyKey::prefix().bytes_in(&*start..&*end).range(),
            AnyKey::prefix().bytes_in(&*start..).range(),
            rowkey::KeyRange::beginning_with(&any_bytes(rng, 2)),
        ];
        for range in &ranges {
            let expected: Vec<_> = rows.iter().filter(|(key, _)| range.contains(key)).collect();
            let forward = store.range(stored.table, range, Direction::Forward)?;
            let found = forward.map(|row| row.map(|(key, value)| (key.as_ref().to_vec(), value.as_ref().to_vec())));
            let found = found.collect::<Result<Vec<_>, _>>()?;
            assert!(
                found.iter().map(|(key, value)| (key, value)).eq(expected.iter().copied()),
                "{range:?} in {:?}",
                stored.table
            );

            let mut backward = store.range(stored.table, range, Direction::Backward)?;
            for (key, value) in expected.iter().rev() {
                let is_same = S::next_row(&mut backward, |k, v| k == *key && v == *value, |_| false);
                assert!(is_same, "{range:?} backward in {:?}", stored.table);
            }
            assert!(S::next_row(&mut backward, |_, _| false, |end| end.is_none()), "{range:?} backward: one row more");
        }
    }
    for key in rows.keys().chain(&bounds) {
        let value = store.get(stored.table, key)?.map(|value| value.as_ref().to_vec());
        assert_eq!(value.as_ref(), rows.get(key), "{key:?} in {:?}", stored.table);
    }
    Ok(())
}

fn check_table(stored: &Stored, rng: &mut Rng) -> TestResult {
    let database = database()?;
    let mut rows = BTreeMap::new();
    database.try_write(|records: &mut Rows<WriteStore<'_>>| -> TestResult {
        let store = records.store_mut();
        for _ in 0..60 {
            let len = stored.width.unwrap_or_else(|| rng.usize(1..6));
            let key = any_bytes(rng, len);
            let value = if stored.has_values { any_bytes(rng, 3) } else { Vec::new() };
            store.put(stored.table, &key, &value)?;
            rows.insert(key, value);
        }
        check_ranges(store, stored, &rows, rng)?;

        let keys: Vec<_> = rows.keys().cloned().collect();
        for key in keys.iter().step_by(3) {
            store.delete(stored.table, key)?;
            rows.remove(key);
            // The row of a value that cannot be read stays.
            store.delete(stored.table, key)?;
        }
        for key in keys.iter().skip(1).step_by(3) {
            let kept = store.take(stored.table, key, |value| Err::<(), _>(value.to_vec()))?;
            assert_eq!(kept.map(Result::unwrap_err).as_ref(), rows.get(key));
            let taken = store.take(stored.table, key, |value| Ok::<_, ()>(value.to_vec()))?;
            if rng.bool() {
                store.put(stored.table, key, rows.get(key).map_or(&[], Vec::as_slice))?;
            } else {
                assert_eq!(taken.map(Result::unwrap), rows.remove(key));
                assert!(store.take(stored.table, key, |_| Ok::<_, ()>(()))?.is_none());
            }
        }

        if let Some(width) = stored.width {
            for len in [0, 1, width - 1, width + 1] {
                let key = any_bytes(rng, len);
                let error = store.put(stored.table, &key, &[]).map_err(|error| error.to_string());
                assert!(error.is_err_and(|error| error.contains(&width.to_string())), "a key of {len} bytes");
                store.delete(stored.table, &key)?;
            }
        }
        if !stored.has_values {
            let key = vec![7; stored.width.unwrap_or(4)];
            let error = store.put(stored.table, &key, b"value").map_err(|error| error.to_string());
            assert!(error.is_err_and(|error| error.contains(stored.table.name()) && error.contains("value")));
        }
        check_ranges(store, stored, &rows, rng)
    })?;
    check_ranges(database.read()?.store(), stored, &rows, rng)
}

#[test]
fn a_table_of_any_kind_has_the_rows_of_a_map() -> TestResult {
    let mut rng = Rng::with_seed(30);
    for stored in OF_WIDTHS.iter().chain(OTHERS) {
        check_table(stored, &mut rng)?;
    }
    Ok(())
}

/// The kinds are part of what a file contains, and can never change.
#[test]
fn the_kind_of_a_table_is_the_smallest_that_holds_its_rows() -> TestResult {
    let database = database()?;
    for Stored { table, width, has_values } in OF_WIDTHS.iter().chain(OTHERS) {
        database.write(|rows| Ok(rows.store_mut().put(table, &vec![0; width.unwrap_or(4)], &[])?))?;
        let name = redb::TableDefinition::<(), ()>::new(table.name());
        let Err(redb::TableError::TableTypeMismatch { key, value, .. }) =
            database.begin_write()?.open_table(name).map(drop)
        else {
            return Err("another type".into());
        };
        let key_type = width.map_or("&[u8]".into(), |width| format!("[u8;{width}]"));
        assert_eq!(key.name(), key_type, "{table:?}");
        assert_eq!(value.name(), if *has_values { "&[u8]" } else { "()" }, "{table:?}");
    }
    Ok(())
}

/// A later version of the program removes indexes of all kinds, and no longer knows their layouts.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "removed", indexes(RemovedFixed, RemovedKeys, RemovedValues))]
struct EarlierKey {
    id: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = EarlierKey, table = "removed.fixed")]
struct RemovedFixed {
    #[rowkey(from = value.len() as u64)]
    len: u64,
    id: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = EarlierKey, table = "removed.keys")]
struct RemovedKeys {
    #[rowkey(from = value)]
    text: String,
    id: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = EarlierKey, table = "removed.values", unique)]
struct RemovedValues {
    #[rowkey(from = value)]
    text: String,
}

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "removed")]
struct LaterKey {
    id: u32,
}

static REMOVED: [RemovedIndex; 3] = [
    RemovedIndex::new("removed.fixed", b"", LaterKey::TABLE),
    RemovedIndex::new("removed.keys", b"", LaterKey::TABLE),
    RemovedIndex::new("removed.values", b"", LaterKey::TABLE),
];

#[test]
fn a_removed_index_of_any_kind_is_dropped() -> TestResult {
    let database = database()?;
    database.write(|rows| (0..5).try_for_each(|id| rows.put(&EarlierKey { id }, &format!("text {id}"))))?;
    for removed in &REMOVED {
        let dropped = database.write(|rows| rows.drop_index(removed, None, 3))?;
        let dropped = database.write(|rows| rows.drop_index(removed, dropped.next.as_deref(), 3))?;
        assert_eq!(dropped.next, None);
    }
    let tables = database.begin_read()?.list_tables()?.map(|table| table.name().to_owned()).collect::<Vec<_>>();
    assert_eq!(tables, ["removed", "rowkey.layouts"]);
    database.write(|rows| rows.put(&LaterKey { id: 1 }, &"later".into()))?;
    Ok(())
}
