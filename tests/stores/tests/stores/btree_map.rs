use std::collections::BTreeMap;

use rowkey::RowKey;

use crate::readings::{
    Reading, assert_same, collected, decoded, last_read, of_sensor_since, readings, readings_after_and_before,
    readings_back, rows,
};

/// The map returns rows as `(&Vec<u8>, &u32)`, which a scan takes as they are.
#[test]
fn a_map_of_vectors_is_read_like_any_store() {
    let table: BTreeMap<Vec<u8>, u32> = rows().into_iter().collect();

    let range = Reading::prefix().sensor(7).at_in(20..).range();
    let rows = table.range(range).map(|(key, value)| (key, *value));
    assert_same(decoded(rows), of_sensor_since(7, 20));
    assert_eq!(table.range(Reading::all()).count(), table.len());

    let rows = Reading::prefix().scan(|range| table.range(range));
    assert_same(collected(rows, |value| *value), readings());
    let rows = Reading::prefix().scan(|range| table.range(range)).rev();
    assert_same(collected(rows, |value| *value), readings_back());

    let [later, earlier] = readings_after_and_before();
    let rows = Reading::prefix().scan(|range| table.range(range)).after(last_read().encode()).max_open_ranges(2);
    assert_same(collected(rows, |value| *value), later);
    let rows = Reading::prefix().scan(|range| table.range(range)).rev().after(last_read().encode());
    assert_same(collected(rows, |value| *value), earlier);
}

#[test]
fn a_map_of_boxes_is_read_like_any_store() {
    let table: BTreeMap<Box<[u8]>, u32> = rows().into_iter().map(|(key, value)| (key.into(), value)).collect();

    let range = Reading::prefix().sensor(7).at_in(20..).range();
    let rows = table.range(range).map(|(key, value)| (key, *value));
    assert_same(decoded(rows), of_sensor_since(7, 20));

    let rows = Reading::prefix().scan(|range| table.range(range));
    assert_same(collected(rows, |value| *value), readings());
    let rows = Reading::prefix().scan(|range| table.range(range)).rev();
    assert_same(collected(rows, |value| *value), readings_back());
}

/// Fixed-width keys are encoded as arrays, so a map can have arrays as keys.
#[test]
fn a_map_of_arrays_is_read_like_any_store() {
    #[derive(Clone, Debug, PartialEq, RowKey)]
    struct Point {
        x: u16,
        #[descending]
        y: u16,
    }

    let points = || (0..9).map(|number| Point { x: number / 3, y: 9 - number });
    let table: BTreeMap<[u8; 4], u16> = points().zip(0..).map(|(point, number)| (point.encode(), number)).collect();
    assert!(table.range(Point::prefix().x(1).range()).map(|(_, number)| *number).eq(3..6));
    let rows = Point::prefix().x_in(1..).scan(|range| table.range(range)).rev();
    assert!(rows.map(|row| *row.unwrap().1).eq((3..9).rev()));
}

#[test]
fn keys_that_encode_to_arrays_are_found_in_a_map_of_vectors() {
    #[derive(RowKey)]
    struct Point {
        x: u16,
        y: u16,
    }

    let mut map = BTreeMap::new();
    let key = Point { x: 1, y: 2 };
    map.insert(key.encode().to_vec(), "a");
    assert_eq!(map.get(key.encode().as_slice()), Some(&"a"));
}
