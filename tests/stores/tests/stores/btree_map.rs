use std::collections::BTreeMap;

use rowkey::RowKey;

use crate::readings::{
    Reading, around_place, assert_same, collected, decoded, of_sensor_since, place, readings, readings_back, rows,
};

/// Rows are `(&Vec<u8>, &u32)`.
#[test]
fn a_map_of_vectors() {
    let table: BTreeMap<Vec<u8>, u32> = rows().into_iter().collect();

    let range = Reading::prefix().sensor(7).at_in(20..).range();
    let rows = table.range(range).map(|(key, value)| (key, *value));
    assert_same(decoded(rows), of_sensor_since(7, 20));
    assert_eq!(table.range(Reading::all()).count(), table.len());

    let rows = Reading::prefix().scan(|range| table.range(range));
    assert_same(collected(rows, |value| *value), readings());
    let rows = Reading::prefix().scan_rev(|range| table.range(range));
    assert_same(collected(rows, |value| *value), readings_back());

    let [behind, before] = around_place();
    let rows = Reading::prefix().scan(|range| table.range(range)).after(&place()).open_at_most(2);
    assert_same(collected(rows, |value| *value), behind);
    let rows = Reading::prefix().scan_rev(|range| table.range(range)).after(&place());
    assert_same(collected(rows, |value| *value), before);
}

/// Maps with other keys take bounds.
#[test]
fn a_map_of_boxes() {
    let table: BTreeMap<Box<[u8]>, u32> = rows().into_iter().map(|(key, value)| (key.into(), value)).collect();

    let range = Reading::prefix().sensor(7).at_in(20..).range();
    let rows = table.range::<[u8], _>(range.as_bounds()).map(|(key, value)| (key, *value));
    assert_same(decoded(rows), of_sensor_since(7, 20));

    let rows = Reading::prefix().scan(|range| table.range::<[u8], _>(range.as_bounds()));
    assert_same(collected(rows, |value| *value), readings());
    let rows = Reading::prefix().scan_rev(|range| table.range::<[u8], _>(range.as_bounds()));
    assert_same(collected(rows, |value| *value), readings_back());
}
