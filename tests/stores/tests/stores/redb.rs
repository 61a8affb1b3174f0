use redb::backends::InMemoryBackend;
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use rowkey::{RowKey, scan::rows_by};

use crate::readings::{
    Reading, assert_same, collected, decoded, last_read, of_sensor_since, readings, readings_after_and_before,
    readings_back, rows,
};

const TABLE: TableDefinition<'_, &[u8], u32> = TableDefinition::new("readings");

/// The method `range` of redb returns a `Result`, and each row is a
/// `Result<(AccessGuard<&[u8]>, AccessGuard<u32>), _>`.
#[test]
fn redb_tables_are_read_like_any_store() -> Result<(), Box<dyn std::error::Error>> {
    let database = Database::builder().create_with_backend(InMemoryBackend::new())?;
    let transaction = database.begin_write()?;
    let mut table = transaction.open_table(TABLE)?;
    for (key, value) in rows() {
        table.insert(&*key, value)?;
    }
    drop(table);
    transaction.commit()?;
    let table = database.begin_read()?.open_table(TABLE)?;

    let range = Reading::prefix().sensor(7).at_in(20..).range();
    let rows = table.range(range.as_ref())?.map(|row| row.map(|(key, value)| (key.value().to_vec(), value.value())));
    assert_same(decoded(rows.map(Result::unwrap)), of_sensor_since(7, 20));
    assert_eq!(table.range(Reading::all().as_ref())?.count(), readings().len());

    let rows = Reading::prefix().scan(|range| rows_by(table.range(range.as_ref()), |(key, _)| key.value()));
    assert_same(collected(rows, |(_, value)| value.value()), readings());
    let rows = Reading::prefix().scan(|range| rows_by(table.range(range.as_ref()), |(key, _)| key.value())).rev();
    assert_same(collected(rows, |(_, value)| value.value()), readings_back());

    let [later, earlier] = readings_after_and_before();
    let rows = Reading::prefix().scan(|range| rows_by(table.range(range.as_ref()), |(key, _)| key.value()));
    assert_same(collected(rows.after(last_read().encode()).max_open_ranges(2), |(_, value)| value.value()), later);
    let rows = Reading::prefix().scan(|range| rows_by(table.range(range.as_ref()), |(key, _)| key.value())).rev();
    assert_same(collected(rows.after(last_read().encode()), |(_, value)| value.value()), earlier);
    Ok(())
}

/// Scans within a write transaction, where ranges borrow the table.
#[test]
fn redb_tables_are_read_within_a_write_transaction() -> Result<(), Box<dyn std::error::Error>> {
    let database = Database::builder().create_with_backend(InMemoryBackend::new())?;
    let transaction = database.begin_write()?;
    let mut table = transaction.open_table(TABLE)?;
    for (key, value) in rows() {
        table.insert(&*key, value)?;
    }
    let rows = Reading::prefix().scan(|range| rows_by(table.range(range.as_ref()), |(key, _)| key.value()));
    assert_same(collected(rows, |(_, value)| value.value()), readings());
    Ok(())
}

/// Fixed-width keys are encoded as arrays, and redb takes slices of them.
#[test]
fn keys_that_encode_to_arrays_are_found_in_redb_tables() -> Result<(), Box<dyn std::error::Error>> {
    #[derive(Debug, PartialEq, RowKey)]
    struct Point {
        x: u16,
        y: u16,
    }

    let database = Database::builder().create_with_backend(InMemoryBackend::new())?;
    let transaction = database.begin_write()?;
    let mut table = transaction.open_table(TABLE)?;
    for number in 0..9 {
        table.insert(Point { x: number / 3, y: number }.encode().as_slice(), u32::from(number))?;
    }
    let key = Point { x: 1, y: 4 };
    assert_eq!(table.get(key.encode().as_slice())?.map(|value| value.value()), Some(4));
    let rows = Point::prefix().x(1).scan(|range| rows_by(table.range(range.as_ref()), |(key, _)| key.value()));
    let values: Result<Vec<_>, _> = rows.map(|row| row.map(|(_, (_, value))| value.value())).collect();
    assert_eq!(values?, [3, 4, 5]);
    Ok(())
}
