use std::convert::Infallible;

use jammdb::{DB, Data};
use rowkey::{KeyRange, RowKey, scan::rows_by};

use crate::empty::{empty_ranges, keys};
use crate::readings::{
    Reading, assert_same, collected, decoded, last_read, number, of_sensor_since, readings, readings_after_and_before,
    rows,
};

/// jammdb's `range` borrows the bounds, so the scan uses a cursor. Cursors cannot run backwards.
#[test]
fn jammdb_buckets_are_read_like_any_store() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let database = DB::open(folder.path().join("readings"))?;
    let transaction = database.tx(true)?;
    let bucket = transaction.create_bucket("readings")?;
    for (key, value) in rows() {
        bucket.put(key, value.to_be_bytes())?;
    }
    transaction.commit()?;
    let transaction = database.tx(false)?;
    let bucket = transaction.get_bucket("readings")?;

    let range = Reading::prefix().sensor(7).at_in(20..).range();
    let rows = bucket.range(range.as_ref()).map(|row| (row.kv().key().to_vec(), number(row.kv().value())));
    assert_same(decoded(rows), of_sensor_since(7, 20));
    assert_eq!(bucket.range(Reading::all().as_ref()).count(), readings().len());

    let open = |range: KeyRange| {
        let mut cursor = bucket.cursor();
        cursor.seek(range.start());
        let (start, end) = range.into_parts();
        // The cursor may start at the row before the lower bound.
        let rows = cursor.skip_while(move |row| row.key() < &*start);
        let rows = rows.take_while(move |row| end.as_ref().is_none_or(|end| row.key() < &**end));
        rows_by(rows.map(Ok::<_, Infallible>), Data::key)
    };
    let rows = Reading::prefix().scan(open);
    assert_same(collected(rows, |row| number(row.kv().value())), readings());
    let [later, _] = readings_after_and_before();
    let rows = Reading::prefix().scan(open).after(last_read().encode()).max_open_ranges(2);
    assert_same(collected(rows, |row| number(row.kv().value())), later);
    Ok(())
}

#[test]
fn jammdb_buckets_have_no_rows_in_an_empty_range() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let database = DB::open(folder.path().join("table"))?;
    let transaction = database.tx(true)?;
    let bucket = transaction.create_bucket("table")?;
    for key in keys() {
        bucket.put(key, "")?;
    }
    for range in empty_ranges() {
        assert!(bucket.range(range.as_ref()).next().is_none(), "{range:?}");
    }
    Ok(())
}
