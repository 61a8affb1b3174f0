//! Ranges and scans from both ends, by the rows themselves, and as they print.

use std::collections::BTreeSet;
use std::convert::Infallible;

use rowkey::{Backward, KeyRange, RowKey};

#[derive(Clone, Debug, PartialEq, RowKey)]
#[rowkey(salt(md5, buckets = 5))]
struct Reading {
    at: u16,
    sensor: u8,
}

fn readings() -> Vec<Reading> {
    (0..40).map(|at| Reading { at, sensor: 7 }).collect()
}

/// A table of keys without values.
fn table() -> BTreeSet<Vec<u8>> {
    readings().iter().map(|key| key.encode().into()).collect()
}

fn row_key(row: &Vec<u8>) -> &[u8] {
    row
}

#[test]
fn ranges_are_the_same_from_both_ends_and_know_how_many_are_left() {
    let forward: Vec<KeyRange> = Reading::prefix().at(7).ranges().collect();
    assert_eq!(forward.len(), 5);
    let backward: Vec<KeyRange> = Reading::prefix().at(7).ranges().rev().collect();
    assert!(backward.iter().eq(forward.iter().rev()));

    let mut ranges = Reading::prefix().at(7).ranges();
    for left in (0..5).rev() {
        let from_behind = left % 2 == 0;
        let range = if from_behind { ranges.next_back() } else { ranges.next() };
        assert!(range.is_some_and(|range| forward.contains(&range)));
        assert_eq!((ranges.len(), ranges.size_hint()), (left, (left, Some(left))));
    }
    assert_eq!((ranges.next(), ranges.next_back()), (None, None));
}

#[test]
fn a_scan_by_the_rows_themselves() {
    let table = table();
    let open = |range: KeyRange| table.range(range).cloned().map(Ok::<_, Infallible>);
    let found: Vec<Reading> =
        Reading::prefix().at_in(10..20).scan_by(open, row_key).map(|row| row.unwrap().0).collect();
    assert_eq!(found, readings()[10..20]);
}

/// A store may go through a range in one direction alone, such as by `rev_range`.
#[test]
fn rows_that_are_read_backwards_only() {
    let table = table();
    let open = |range: KeyRange| Backward(table.range(range).rev().cloned().map(Ok::<_, Infallible>));
    let found: Vec<Reading> =
        Reading::prefix().at_in(10..20).scan_rev_by(open, row_key).map(|row| row.unwrap().0).collect();
    assert!(found.iter().eq(readings()[10..20].iter().rev()));

    // From the other end it is what it must be, at the cost of reading all.
    let mut rows = Backward([3, 2, 1].into_iter());
    assert_eq!((rows.next(), rows.next_back()), (Some(1), None));
    let mut rows = Backward([3, 2, 1].into_iter());
    assert_eq!((rows.next_back(), rows.next_back(), rows.next(), rows.next()), (Some(3), Some(2), Some(1), None));
}

#[test]
fn ranges_scans_and_errors_print() {
    let error = Unsalted::decode(&[7]).unwrap_err();
    let text = "DecodeError { field: Some(\"at\"), offset: 0, kind: Truncated { expected: 2, found: 1 } }";
    assert_eq!(format!("{error:?}"), text);

    let range = Reading::prefix().at(7).sensor(9).range();
    let text = r#""\x02\x00\x07\t".."\x02\x00\x07\t\x00""#;
    assert_eq!((format!("{range:?}"), format!("{:?}", range.as_ref())), (text.into(), text.into()));
    assert_eq!(format!("{:?}", Unsalted::all()), r#""".."#);

    let mut ranges = Reading::prefix().at(7).ranges();
    let text = r#"Ranges { left: 5, next: Some("\x00\x00\x07".."\x00\x00\x08") }"#;
    assert_eq!(format!("{ranges:?}"), text);
    assert_eq!(ranges.by_ref().count(), 5);
    assert_eq!(format!("{ranges:?}"), "Ranges { left: 0, next: None }");

    let table = table();
    let scan = Reading::prefix().at(7).scan_by(|range| table.range(range).cloned().map(Ok::<_, Infallible>), row_key);
    assert_eq!(format!("{scan:?}"), format!("Scan {{ ranges: {text}, backward: false, started: false, .. }}"));
}

#[derive(Debug, RowKey)]
struct Unsalted {
    at: u16,
}
