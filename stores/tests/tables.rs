//! A law of every adapter: whatever a store does with the shape of a table's rows, the table has the rows that a map of
//! byte strings would have.

use super::transactions::TestResult;
use super::{Database, StoreError, flush, with_database};
use fastrand::Rng;
use rowkey::record::{Index, Record};
use rowkey::store::{Direction, Read, Table, Write};
use rowkey::{KeyRange, RowKey};
use std::collections::BTreeMap;

/// Declares records with an index whose keys have a certain width, and lists all tables of this test.
macro_rules! tables {
    ($($other:ty),*; $($index:ident $primary:ident $width:literal;)*) => {
        $(
        #[derive(RowKey)]
        #[rowkey(value = String, format = rowkey::Raw, indexes($index))]
        struct $primary {
            id: u16,
        }

        #[derive(RowKey)]
        #[rowkey(index_of = $primary)]
        struct $index {
            #[rowkey(from = 0)]
            first: u16,
            #[rowkey(from = [0; $width - 4])]
            bytes: [u8; $width - 4],
            id: u16,
        }
        )*

        pub(crate) const TABLES: [&Table; 16] =
            [PrimaryKey::TABLE, $(<$other as Index>::TABLE,)* $(<$index as Index>::TABLE),*];
    };
}

tables! {
    Variable, LaterVariable, Unique, Covering, InNamespace;
    Width7 Primary7 7;
    Width8 Primary8 8;
    Width9 Primary9 9;
    Width12 Primary12 12;
    Width16 Primary16 16;
    Width20 Primary20 20;
    Width24 Primary24 24;
    Width28 Primary28 28;
    Width32 Primary32 32;
    Width36 Primary36 36;
}

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(Variable, LaterVariable, Unique, Covering, InNamespace))]
struct PrimaryKey {
    tenant: u8,
    id: u16,
}

#[derive(RowKey)]
#[rowkey(index_of = PrimaryKey)]
struct Variable {
    #[rowkey(from = value)]
    text: String,
    tenant: u8,
    id: u16,
}

#[derive(RowKey)]
#[rowkey(index_of = PrimaryKey)]
struct LaterVariable {
    tenant: u8,
    #[rowkey(from = value)]
    text: String,
    id: u16,
}

#[derive(RowKey)]
#[rowkey(index_of = PrimaryKey, unique)]
struct Unique {
    tenant: u8,
    #[rowkey(from = value.len() as u64)]
    len: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = PrimaryKey, stores = value)]
struct Covering {
    #[rowkey(from = value.len() as u32)]
    len: u32,
    tenant: u8,
    id: u16,
}

#[derive(RowKey)]
#[rowkey(index_of = PrimaryKey, namespace = "n")]
struct InNamespace {
    #[rowkey(from = [0; 7])]
    bytes: [u8; 7],
    tenant: u8,
    id: u16,
}

/// A key that is any byte string, to make ranges with any bounds.
#[derive(RowKey)]
struct AnyKey {
    bytes: Vec<u8>,
}

type StoredRows = BTreeMap<Vec<u8>, Vec<u8>>;

fn any_bytes(rng: &mut Rng, len: usize) -> Vec<u8> {
    (0..len).map(|_| *rng.choice(&[0, 1, 0xFE, 0xFF]).unwrap_or(&0)).collect()
}

fn any_bound(rng: &mut Rng, rows: &StoredRows) -> Vec<u8> {
    let key = rng.choice(rows.keys()).cloned().unwrap_or_default();
    let len = rng.usize(..=key.len() + 2);
    match rng.u8(..4) {
        0 => any_bytes(rng, len),
        1 => key.get(..len).unwrap_or(&key).to_vec(),
        2 => [&*key, &any_bytes(rng, 2)].concat(),
        _ => key,
    }
}

/// Compares the rows of random ranges, in both directions, with the rows of a map.
fn check<S: Read<Error = StoreError>>(
    store: &S,
    table: &'static Table,
    rows: &StoredRows,
    rng: &mut Rng,
) -> TestResult {
    // With `ROWKEY_THOROUGH` in the environment, as in `.ci/run`, five times as many.
    let count = if std::env::var_os("ROWKEY_THOROUGH").is_some() { 400 } else { 80 };
    for _ in 0..count {
        let [start, end] = [(); 2].map(|()| any_bound(rng, rows));
        let ranges = [
            AnyKey::prefix().bytes_in(&*start..&*end).range(),
            AnyKey::prefix().bytes_in(&*start..).range(),
            KeyRange::beginning_with(&start),
        ];
        for range in &ranges {
            let expected: Vec<_> = rows.iter().filter(|(key, _)| range.contains(key)).collect();
            let forward = store.range(table, range, Direction::Forward)?;
            let found = forward.map(|row| row.map(|(key, value)| (key.as_ref().to_vec(), value.as_ref().to_vec())));
            let found = found.collect::<Result<Vec<_>, _>>()?;
            let is_same = found.iter().map(|(key, value)| (key, value)).eq(expected.iter().copied());
            assert!(is_same, "{range:?} in {table:?}");

            let mut backward = store.range(table, range, Direction::Backward)?;
            for row in expected.iter().rev() {
                let is_same = S::next_row(&mut backward, |key, value| (key, value) == (row.0, row.1), |_| false);
                assert!(is_same, "{range:?} backward in {table:?}");
            }
            assert!(S::next_row(&mut backward, |_, _| false, |end| end.is_none()), "{range:?} backward in {table:?}");
        }
        if !start.is_empty() {
            let value = store.get(table, &start)?.map(|value| value.as_ref().to_vec());
            assert_eq!(value.as_ref(), rows.get(&start), "{start:?} in {table:?}");
        }
    }
    Ok(())
}

fn change<S: Write<Error = StoreError>>(
    store: &mut S,
    table: &'static Table,
    rows: &mut StoredRows,
    rng: &mut Rng,
) -> TestResult {
    let shape = table.shape().ok_or("the index is removed")?;
    for _ in 0..60 {
        let len = shape.key_width.unwrap_or_else(|| rng.usize(1..6));
        let key = any_bytes(rng, len);
        let value = if shape.has_values { any_bytes(rng, 3) } else { Vec::new() };
        store.put(table, &key, &value)?;
        rows.insert(key, value);
    }
    let keys: Vec<_> = rows.keys().cloned().collect();
    for key in keys {
        match rng.u8(..4) {
            0 => {
                store.delete(table, &key)?;
                store.delete(table, &key)?;
                rows.remove(&key);
            }
            1 => {
                let taken = store.take(table, &key, |value| Ok::<_, ()>(value.to_vec()))?;
                assert_eq!(taken.transpose(), Ok(rows.remove(&key)));
                assert!(store.take(table, &key, |_| Ok::<_, ()>(()))?.is_none());
            }
            2 => {
                let kept = store.take(table, &key, |value| Err::<(), _>(value.to_vec()))?;
                assert_eq!(kept.and_then(Result::err).as_ref(), rows.get(&key), "the row stays");
            }
            _ => {}
        }
    }
    Ok(())
}

#[test]
fn a_table_of_any_shape_has_the_rows_of_a_map() -> TestResult {
    with_database(|database: &Database| {
        let mut rng = Rng::with_seed(30);
        for table in TABLES {
            let mut rows = BTreeMap::new();
            for _ in 0..2 {
                database.try_write(|records| -> TestResult {
                    let store = records.store_mut();
                    change(store, table, &mut rows, &mut rng)?;
                    check(store, table, &rows, &mut rng)
                })?;
                flush(database)?;
                check(database.read()?.store(), table, &rows, &mut rng)?;
            }
        }
        Ok(())
    })
}
