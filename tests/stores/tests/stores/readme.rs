//! Tests the calls in the two tables of the page on stores: each call is code of this file, or of `examples/clients`.

use std::collections::BTreeMap;
use std::fmt::Debug;

use heed::types::Bytes;
use heed::{CommitOrAbort, EnvOpenOptions};
use redb::backends::InMemoryBackend;
use redb::{ReadableTable, TableDefinition};
use rowkey::RowKey;

/// A key of a fixed width, which is encoded as an array.
#[derive(Debug, PartialEq, RowKey)]
struct PaymentKey {
    #[salt(md5, 2)]
    customer: u64,
    payment: u64,
}

/// A key of variable length, which is encoded as a vector.
#[derive(Debug, PartialEq, RowKey)]
struct HostKey {
    host: String,
    at: u64,
}

const PAYMENT: PaymentKey = PaymentKey { customer: 1, payment: 2 };
const VALUE: &[u8] = b"7.50 EUR";

fn host() -> HostKey {
    HostKey { host: "host1".into(), at: 2 }
}

/// Calls the macro of a store with both keys.
macro_rules! with_both_keys {
    ($store:ident!($handle:expr)) => {
        let payments = PaymentKey::prefix().customer(1);
        $store!($handle, PAYMENT, payments);
        $store!($handle, host(), HostKey::prefix().host("host1"));
    };
}

/// Checks that a scan yields one row.
fn assert_scanned<K: Debug + PartialEq, V: AsRef<[u8]>, E: Debug>(
    mut scan: impl Iterator<Item = Result<(K, V), E>>,
    expected: &K,
) {
    let (key, value) = scan.next().unwrap().unwrap();
    assert_eq!((&key, value.as_ref()), (expected, VALUE));
    assert!(scan.next().is_none());
}

#[test]
fn the_calls_for_btree_maps_work() {
    macro_rules! calls {
        ($map:expr, $struct:expr, $query:expr) => {{
            let (map, key, value, query) = ($map, $struct.encode(), VALUE, $query);
            map.insert(key.to_vec(), value);
            assert_eq!(map.get(key.as_slice()), Some(&value));
            assert_scanned(query.scan(|range| map.range(range)), &$struct);
            map.remove(key.as_slice());
            assert_eq!(map.len(), 0);
        }};
    }
    let mut map: BTreeMap<Vec<u8>, &[u8]> = BTreeMap::new();
    with_both_keys!(calls!(&mut map));
}

#[test]
fn the_calls_for_redb_tables_work() -> Result<(), Box<dyn std::error::Error>> {
    macro_rules! calls {
        ($table:expr, $struct:expr, $query:expr) => {{
            let (table, key, value, query) = ($table, $struct.encode(), VALUE, $query);
            table.insert(key.as_slice(), value)?;
            assert_eq!(table.get(key.as_slice())?.unwrap().value(), value);
            let scan = query.scan(|range| rowkey::scan::rows_by(table.range(range.as_ref()), |(key, _)| key.value()));
            assert_scanned(scan.map(|row| row.map(|(key, (_, value))| (key, value.value().to_vec()))), &$struct);
            table.remove(key.as_slice())?;
            assert!(table.get(key.as_slice())?.is_none());
        }};
    }
    let database = redb::Database::builder().create_with_backend(InMemoryBackend::new())?;
    let transaction = database.begin_write()?;
    let mut table = transaction.open_table(TableDefinition::<&[u8], &[u8]>::new("table"))?;
    with_both_keys!(calls!(&mut table));
    Ok(())
}

#[test]
fn the_calls_for_fjall_keyspaces_work() -> Result<(), Box<dyn std::error::Error>> {
    macro_rules! calls {
        ($keyspace:expr, $struct:expr, $query:expr) => {{
            let (keyspace, key, value, query) = ($keyspace, $struct.encode(), VALUE, $query);
            keyspace.insert(key.as_slice(), value)?;
            assert_eq!(keyspace.get(&key)?.as_deref(), Some(value));
            let scan = query.scan(|range| keyspace.range(range.as_ref()).map(|guard| guard.into_inner()));
            assert_scanned(scan, &$struct);
            keyspace.remove(key.as_slice())?;
            assert_eq!(keyspace.get(&key)?, None);
        }};
    }
    let folder = tempfile::tempdir()?;
    let database = fjall::Database::builder(&folder).open()?;
    let keyspace = database.keyspace("table", fjall::KeyspaceCreateOptions::default)?;
    with_both_keys!(calls!(&keyspace));
    Ok(())
}

#[test]
fn the_calls_for_heed_databases_work() -> Result<(), Box<dyn std::error::Error>> {
    macro_rules! calls {
        ($handles:expr, $struct:expr, $query:expr) => {{
            let ((database, mut transaction), key, value, query) = ($handles, $struct.encode(), VALUE, $query);
            database.put(&mut transaction, &key, value)?;
            assert_eq!(database.get(&transaction, &key)?, Some(value));
            assert_scanned(query.scan(|range| database.range(&transaction, &range)), &$struct);
            database.delete(&mut transaction, &key)?;
            assert_eq!(database.get(&transaction, &key)?, None);
        }};
    }
    let folder = tempfile::tempdir()?;
    // SAFETY: no other code opens the new folder.
    let env = unsafe { EnvOpenOptions::new().open(&folder)? };
    let created = env.create_databases_and_commit(env.write_txn()?, |databases, transaction| {
        databases.create_database(transaction, None).map(CommitOrAbort::<_, ()>::Commit)
    });
    let database: heed::Database<'_, Bytes, Bytes> = created?.unwrap_commit();
    with_both_keys!(calls!((database, env.write_txn()?)));
    Ok(())
}

#[cfg(feature = "more-stores")]
#[test]
fn the_calls_for_sled_trees_work() -> Result<(), Box<dyn std::error::Error>> {
    macro_rules! calls {
        ($tree:expr, $struct:expr, $query:expr) => {{
            let (tree, key, value, query) = ($tree, $struct.encode(), VALUE, $query);
            tree.insert(&key, value)?;
            assert_eq!(tree.get(&key)?.as_deref(), Some(value));
            assert_scanned(query.scan(|range| tree.range(range.as_ref())), &$struct);
            tree.remove(&key)?;
            assert_eq!(tree.get(&key)?, None);
        }};
    }
    let tree = sled::Config::new().temporary(true).open()?;
    with_both_keys!(calls!(&tree));
    Ok(())
}

/// Each cell after the first of a row is code that the tests above run, or that `examples/clients` compiles.
#[test]
fn the_cells_of_the_page_on_stores_are_code_of_these_tests() {
    let page = include_str!("../../../../rowkey/docs/stores.md");
    let code = without_spaces(include_str!("readme.rs"))
        + &without_spaces(include_str!("../../../../examples/clients/src/rocksdb.rs"));
    let stores = ["| store | get | put |\n", "| store | delete | scan |\n"].map(|header| {
        let (_, table) = page.split_once(header).unwrap();
        let rows = table.lines().skip(1).take_while(|line| line.starts_with('|')).map(|row| row.replace(r"\|", "¦"));
        let store_of = |row: String| {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            assert_eq!(cells.len(), 3, "{row}");
            for cell in &cells[1..] {
                let call = cell.trim_matches('`').replace('¦', "|");
                assert!(code.contains(&without_spaces(&call)), "no test makes the call {call}");
            }
            cells[0].to_owned()
        };
        rows.map(store_of).collect::<Vec<_>>()
    });
    assert!(!stores[0].is_empty());
    assert_eq!(stores[0], stores[1], "both tables have a row for each store");
}

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}
