//! Tests that a range that contains no key has no rows in any store: forward, backward, and when the store deletes the
//! range.

use std::collections::BTreeMap;
use std::ops::Bound;

use crossbeam_skiplist::SkipMap;
use fjall::{Database, KeyspaceCreateOptions};
use heed::types::Bytes;
use heed::{CommitOrAbort, EnvOpenOptions};
use redb::backends::InMemoryBackend;
use redb::{ReadableTable, ReadableTableMetadata, TableDefinition};
use rowkey::{KeyRange, RowKey};

#[derive(RowKey)]
struct Padded {
    #[pad(3)]
    a: i32,
}

#[derive(RowKey)]
struct Text {
    a: String,
    b: u8,
}

#[derive(RowKey)]
struct Line {
    a: String,
}

#[derive(RowKey)]
struct Blob {
    a: Vec<u8>,
}

#[derive(RowKey)]
struct Number {
    a: u8,
    #[descending]
    b: u8,
}

#[derive(RowKey)]
#[rowkey(namespace = "\0")]
struct Named {
    #[pad(3)]
    a: i32,
}

#[derive(RowKey)]
struct Salted {
    #[salt(md5, 1)]
    a: u8,
    b: String,
}

/// Returns ranges without keys: no value is within the bounds, or the key cannot contain the value, such as 1000 in
/// three digits.
pub(crate) fn empty_ranges() -> Vec<KeyRange> {
    let between = |low, high| (Bound::Excluded(low), Bound::Excluded(high));
    [
        Padded::prefix().a_in(..-5).range(),
        Padded::prefix().a_in(..=-1).range(),
        Padded::prefix().a_in(7..7).range(),
        Padded::prefix().a_in(between(9, 3)).range(),
        Padded::prefix().a(1000).range(),
        Padded::prefix().a(-1).range(),
        Line::prefix().a_in(.."").range(),
        Line::prefix().a_in("b".."a").range(),
        Text::prefix().a_in("b".."a").range(),
        Text::prefix().a("x").b_in((Bound::Excluded(255), Bound::Excluded(255))).range(),
        Blob::prefix().a_in(..&b""[..]).range(),
        Blob::prefix().a_in((Bound::Excluded(&b""[..]), Bound::Excluded(&b"\0"[..]))).range(),
        Number::prefix().a_in((Bound::Excluded(255), Bound::Unbounded)).range(),
        Number::prefix().a(0).b_in(7..7).range(),
        Named::prefix().a_in(..-5).range(),
        Salted::prefix().a(0).b_in(.."").range(),
        Salted::prefix().a(0).b_in("y".."x").range(),
    ]
    .into()
}

/// Returns the keys that these tests store: keys of the types above, and some short keys.
pub(crate) fn keys() -> Vec<Vec<u8>> {
    let mut keys = vec![b"\0".to_vec(), b"\0\0".to_vec(), b"0".to_vec(), b"\xFF".to_vec(), b"\xFF\xFF".to_vec()];
    for number in [0, 7, 999] {
        keys.push(Padded { a: number }.try_encode().unwrap().to_vec());
        keys.push(Named { a: number }.try_encode().unwrap().to_vec());
    }
    for (text, number) in [("", 0), ("x", 255), ("y", 7)] {
        keys.push(Text { a: text.into(), b: number }.encode());
        keys.push(Number { a: number, b: number }.encode().to_vec());
        keys.push(Salted { a: number, b: text.into() }.encode());
    }
    keys.sort();
    keys.dedup();
    keys
}

#[test]
fn all_empty_ranges_are_equal() {
    for range in empty_ranges() {
        assert!(range.is_empty(), "{range:?}");
        assert_eq!(range, empty_ranges()[0]);
        assert!(!range.contains(b"") && keys().iter().all(|key| !range.contains(key)));
        let (start, end) = range.into_parts();
        assert!(
            end.is_some_and(|end| end == start && !start.is_empty()),
            "to HBase, an empty stop row means no stop row"
        );
    }
}

#[test]
fn maps_have_no_rows_in_an_empty_range() {
    let rows = || keys().into_iter().chain([Vec::new()]).map(|key| (key, ()));
    let table: BTreeMap<Vec<u8>, ()> = rows().collect();
    let skip_map: SkipMap<Vec<u8>, ()> = rows().collect();
    for range in empty_ranges() {
        assert_eq!(table.range(range.clone()).next(), None, "{range:?}");
        assert_eq!(table.range(range.clone()).next_back(), None, "{range:?}");
        assert_eq!(table.range::<[u8], _>(range.as_bounds()).next(), None, "{range:?}");
        assert!(skip_map.range(range.clone()).next().is_none(), "{range:?}");
        assert!(skip_map.range(range.clone()).next_back().is_none(), "{range:?}");
    }
}

#[test]
fn heed_databases_have_no_rows_in_an_empty_range() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    // SAFETY: no other code opens the new folder.
    let env = unsafe { EnvOpenOptions::new().open(&folder)? };
    let created = env.create_databases_and_commit(env.write_txn()?, |databases, transaction| {
        databases.create_database(transaction, None).map(CommitOrAbort::<_, ()>::Commit)
    });
    let database: heed::Database<'_, Bytes, Bytes> = created?.unwrap_commit();
    let mut transaction = env.write_txn()?;
    for with_rows in [false, true] {
        for key in keys().iter().filter(|_| with_rows) {
            database.put(&mut transaction, key, b"")?;
        }
        for range in empty_ranges() {
            assert_eq!(database.range(&transaction, &range)?.count(), 0, "{range:?}");
            assert_eq!(database.rev_range(&transaction, &range)?.count(), 0, "{range:?}");
            assert_eq!(database.range(&transaction, &range.as_bounds())?.count(), 0, "{range:?}");
            assert_eq!(database.rev_range(&transaction, &range.as_bounds())?.count(), 0, "{range:?}");
            assert_eq!(database.delete_range(&mut transaction, &range)?, 0, "{range:?}");
        }
    }
    assert_eq!(database.len(&transaction)?, keys().len() as u64);
    Ok(())
}

#[test]
fn redb_tables_have_no_rows_in_an_empty_range() -> Result<(), Box<dyn std::error::Error>> {
    const TABLE: TableDefinition<'_, &[u8], ()> = TableDefinition::new("table");
    let database = redb::Database::builder().create_with_backend(InMemoryBackend::new())?;
    let transaction = database.begin_write()?;
    let mut table = transaction.open_table(TABLE)?;
    for key in keys().into_iter().chain([Vec::new()]) {
        table.insert(&*key, ())?;
    }
    for range in empty_ranges() {
        assert!(table.range(range.as_ref())?.next().is_none(), "{range:?}");
        assert!(table.range(range.as_ref())?.next_back().is_none(), "{range:?}");
        table.retain_in(range.as_ref(), |_, ()| false)?;
    }
    assert_eq!(table.len()?, keys().len() as u64 + 1);
    Ok(())
}

#[test]
fn fjall_keyspaces_have_no_rows_in_an_empty_range() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let database = Database::builder(&folder).open()?;
    let keyspace = database.keyspace("table", KeyspaceCreateOptions::default)?;
    for key in keys() {
        keyspace.insert(key, b"")?;
    }
    for range in empty_ranges() {
        assert!(keyspace.range(range.as_ref()).next().is_none(), "{range:?}");
        assert!(keyspace.range(range.as_ref()).next_back().is_none(), "{range:?}");
    }
    Ok(())
}
