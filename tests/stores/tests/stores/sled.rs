use rowkey::RowKey;

use crate::empty::{empty_ranges, keys};
use crate::readings::{
    Reading, assert_same, collected, decoded, last_read, number, of_sensor_since, readings, readings_after_and_before,
    readings_back, rows,
};

/// sled returns rows as `Result<(IVec, IVec), _>`, which a scan takes as they are.
#[test]
fn sled_trees_are_read_like_any_store() -> Result<(), Box<dyn std::error::Error>> {
    let tree = sled::Config::new().temporary(true).open()?;
    for (key, value) in rows() {
        tree.insert(key, &value.to_be_bytes())?;
    }

    let range = Reading::prefix().sensor(7).at_in(20..).range();
    let rows = tree.range(range.as_ref()).map(|row| row.map(|(key, value)| (key, number(value))));
    assert_same(decoded(rows.map(Result::unwrap)), of_sensor_since(7, 20));
    assert_eq!(tree.range(Reading::all().as_ref()).count(), readings().len());

    let rows = Reading::prefix().scan(|range| tree.range(range.as_ref()));
    assert_same(collected(rows, number), readings());
    let rows = Reading::prefix().scan(|range| tree.range(range.as_ref())).rev();
    assert_same(collected(rows, number), readings_back());

    let [later, earlier] = readings_after_and_before();
    let rows =
        Reading::prefix().scan(|range| tree.range(range.as_ref())).after(last_read().encode()).max_open_ranges(2);
    assert_same(collected(rows, number), later);
    let rows = Reading::prefix().scan(|range| tree.range(range.as_ref())).rev().after(last_read().encode());
    assert_same(collected(rows, number), earlier);
    Ok(())
}

#[test]
fn sled_trees_have_no_rows_in_an_empty_range() -> Result<(), Box<dyn std::error::Error>> {
    let tree = sled::Config::new().temporary(true).open()?;
    for key in keys().into_iter().chain([Vec::new()]) {
        tree.insert(key, b"")?;
    }
    for range in empty_ranges() {
        assert_eq!(tree.range(range.as_ref()).next(), None, "{range:?}");
        assert_eq!(tree.range(range.as_ref()).next_back(), None, "{range:?}");
    }
    Ok(())
}
