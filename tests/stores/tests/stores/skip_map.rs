use std::convert::Infallible;

use crossbeam_skiplist::SkipMap;
use rowkey::{KeyRange, RowKey, scan::rows_by};

use crate::readings::{
    Reading, assert_same, collected, decoded, last_read, of_sensor_since, readings, readings_after_and_before,
    readings_back, rows,
};

/// The map returns rows as `Entry`s, so `rows_by` tells the scan how to get the key.
#[test]
fn a_skip_map_is_read_like_any_store() {
    let table: SkipMap<Vec<u8>, u32> = rows().into_iter().collect();

    let range = Reading::prefix().sensor(7).at_in(20..).range();
    let rows = table.range(range).map(|entry| (entry.key().clone(), *entry.value()));
    assert_same(decoded(rows), of_sensor_since(7, 20));
    assert_eq!(table.range(Reading::all()).count(), table.len());

    let open = |range| rows_by(table.range::<[u8], KeyRange>(range).map(Ok::<_, Infallible>), |entry| entry.key());
    let rows = Reading::prefix().scan(open);
    assert_same(collected(rows, |entry| *entry.value()), readings());
    let rows = Reading::prefix().scan(open).rev();
    assert_same(collected(rows, |entry| *entry.value()), readings_back());

    let [later, earlier] = readings_after_and_before();
    let rows = Reading::prefix().scan(open).after(last_read().encode()).max_open_ranges(2);
    assert_same(collected(rows, |entry| *entry.value()), later);
    let rows = Reading::prefix().scan(open).rev().after(last_read().encode());
    assert_same(collected(rows, |entry| *entry.value()), earlier);
}
