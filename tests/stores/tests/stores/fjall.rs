use fjall::{Database, Guard, KeyspaceCreateOptions};
use rowkey::RowKey;

use crate::readings::{
    Reading, assert_same, collected, decoded, last_read, number, of_sensor_since, readings, readings_after_and_before,
    readings_back, rows,
};

/// fjall returns rows as `Guard`s, which one call converts to `Result<(Slice, Slice), _>`.
#[test]
fn fjall_keyspaces_are_read_like_any_store() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let database = Database::builder(&folder).open()?;
    let keyspace = database.keyspace("readings", KeyspaceCreateOptions::default)?;
    for (key, value) in rows() {
        keyspace.insert(key, value.to_be_bytes())?;
    }

    let range = Reading::prefix().sensor(7).at_in(20..).range();
    let rows = keyspace.range(range.as_ref()).map(|row| row.into_inner().map(|(key, value)| (key, number(value))));
    assert_same(decoded(rows.map(Result::unwrap)), of_sensor_since(7, 20));
    assert_eq!(keyspace.range(Reading::all().as_ref()).count(), readings().len());

    let rows = Reading::prefix().scan(|range| keyspace.range(range.as_ref()).map(Guard::into_inner));
    assert_same(collected(rows, number), readings());
    let rows = Reading::prefix().scan(|range| keyspace.range(range.as_ref()).map(Guard::into_inner)).rev();
    assert_same(collected(rows, number), readings_back());

    let [later, earlier] = readings_after_and_before();
    let rows = Reading::prefix().scan(|range| keyspace.range(range.as_ref()).map(Guard::into_inner));
    assert_same(collected(rows.after(last_read().encode()).max_open_ranges(2), number), later);
    let rows = Reading::prefix().scan(|range| keyspace.range(range.as_ref()).map(Guard::into_inner)).rev();
    assert_same(collected(rows.after(last_read().encode()), number), earlier);
    Ok(())
}
