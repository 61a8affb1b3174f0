use std::convert::Infallible;

use crossbeam_skiplist::SkipMap;
use rowkey::RowKey;

use crate::readings::{
    Reading, around_place, assert_same, collected, decoded, of_sensor_since, place, readings, readings_back, rows,
};

/// Rows are `Entry`s.
#[test]
fn a_skip_map() {
    let table: SkipMap<Vec<u8>, u32> = rows().into_iter().collect();

    let range = Reading::prefix().sensor(7).at_in(20..).range();
    let rows = table.range(range).map(|entry| (entry.key().clone(), *entry.value()));
    assert_same(decoded(rows), of_sensor_since(7, 20));
    assert_eq!(table.range(Reading::all()).count(), table.len());

    let open = |range: rowkey::KeyRange| table.range(range).map(Ok::<_, Infallible>);
    let rows = Reading::prefix().scan_by(open, |entry| entry.key());
    assert_same(collected(rows, |entry| *entry.value()), readings());
    let rows = Reading::prefix().scan_rev_by(open, |entry| entry.key());
    assert_same(collected(rows, |entry| *entry.value()), readings_back());

    let [behind, before] = around_place();
    let rows = Reading::prefix().scan_by(open, |entry| entry.key()).after(&place()).open_at_most(2);
    assert_same(collected(rows, |entry| *entry.value()), behind);
    let rows = Reading::prefix().scan_rev_by(open, |entry| entry.key()).after(&place());
    assert_same(collected(rows, |entry| *entry.value()), before);
}
