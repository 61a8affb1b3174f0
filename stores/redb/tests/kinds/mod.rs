//! Tests the types of the redb tables. `stores/tests/tables.rs` tests the rows of the tables.

use crate::shared::tables::TABLES;
use crate::shared::transactions::TestResult;
use redb::backends::InMemoryBackend;
use redb::{ReadableDatabase, TableHandle};
use rowkey::RowKey;
use rowkey::record::Record;
use rowkey::store::{Read, RemovedIndex, Write};
use rowkey_redb::Database;

/// The tables of the shared test, the width of their keys in redb, and whether they have values in redb.
const EXPECTED: [(&str, Option<usize>, bool); 16] = [
    ("PrimaryKey", None, true),
    ("Variable", None, false),
    ("LaterVariable", None, false),
    ("Unique", None, true),
    ("Covering", None, true),
    ("InNamespace", None, true),
    ("Width7", None, false),
    ("Width8", Some(8), false),
    ("Width9", None, false),
    ("Width12", Some(12), false),
    ("Width16", Some(16), false),
    ("Width20", Some(20), false),
    ("Width24", Some(24), false),
    ("Width28", Some(28), false),
    ("Width32", Some(32), false),
    ("Width36", None, false),
];

type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

fn database() -> Result<Database> {
    Ok(redb::Database::builder().create_with_backend(InMemoryBackend::new())?.into())
}

/// Without these errors, `rowkey-redb` would ignore the row, or lose the value.
#[test]
fn a_row_of_another_shape_is_an_error() -> TestResult {
    let database = database()?;
    for (table, (name, width, has_values)) in TABLES.into_iter().zip(EXPECTED) {
        assert_eq!(table.name(), name);
        database.try_write(|rows| -> TestResult {
            let store = rows.store_mut();
            if let Some(width) = width {
                for len in [0, 1, width - 1, width + 1, 2 * width] {
                    let error = store.put(table, &vec![7; len], &[]).map_err(|error| error.to_string());
                    assert!(error.is_err_and(|error| error.contains(&width.to_string())), "{len} bytes in {table:?}");
                    assert!(store.get(table, &vec![7; len])?.is_none());
                    store.delete(table, &vec![7; len])?;
                }
            }
            if !has_values {
                let error = store.put(table, &vec![7; width.unwrap_or(4)], b"value").map_err(|error| error.to_string());
                assert!(error.is_err_and(|error| error.contains(table.name()) && error.contains("value")), "{table:?}");
            }
            Ok(())
        })?;
    }
    Ok(())
}

#[test]
fn a_table_of_another_program_is_an_error_with_help() -> TestResult {
    let database = database()?;
    let transaction = database.begin_write()?;
    transaction.open_table(redb::TableDefinition::<u64, u64>::new("removed"))?;
    transaction.commit()?;
    let written = database.write(|rows| rows.put(&LaterKey { id: 1 }, &"later".into()));
    let read = database.read()?.get(&LaterKey { id: 1 }).map(drop);
    for result in [written, read] {
        let error = result.map_err(|error| error.to_string());
        // The beginning of the message is redb's.
        let help = ", but the layout needs a table of another type\nhelp: ";
        let has_help = |error: &String| error.starts_with("removed ") && error.contains(help);
        assert!(error.as_ref().is_err_and(has_help), "{error:?}");
    }
    Ok(())
}

/// The kinds are part of what a file contains, and can never change.
#[test]
fn the_kind_of_a_table_is_the_smallest_that_holds_its_rows() -> TestResult {
    let database = database()?;
    for (table, (name, width, has_values)) in TABLES.into_iter().zip(EXPECTED) {
        assert_eq!(table.name(), name);
        database.write(|rows| Ok(rows.store_mut().put(table, &vec![0; width.unwrap_or(4)], &[])?))?;
        let name = redb::TableDefinition::<(), ()>::new(table.name());
        let Err(redb::TableError::TableTypeMismatch { key, value, .. }) =
            database.begin_write()?.open_table(name).map(drop)
        else {
            return Err("another type".into());
        };
        let key_type = width.map_or("&[u8]".into(), |width| format!("[u8;{width}]"));
        assert_eq!(key.name(), key_type, "{table:?}");
        assert_eq!(value.name(), if has_values { "&[u8]" } else { "()" }, "{table:?}");
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
