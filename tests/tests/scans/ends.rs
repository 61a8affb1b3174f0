//! Tests ranges and scans from both ends, scans that read the keys from the rows, and the debug output of ranges and
//! scans.

use std::collections::BTreeSet;
use std::convert::Infallible;

use rowkey::{KeyRange, RowKey, scan::rows_by};

#[derive(Clone, Debug, PartialEq, RowKey)]
#[rowkey(salt(md5, buckets = 5))]
struct Reading {
    at: u16,
    sensor: u8,
}

fn readings() -> Vec<Reading> {
    (0..40).map(|at| Reading { at, sensor: 7 }).collect()
}

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
        let from_back = left % 2 == 0;
        let range = if from_back { ranges.next_back() } else { ranges.next() };
        assert!(range.is_some_and(|range| forward.contains(&range)));
        assert_eq!((ranges.len(), ranges.size_hint()), (left, (left, Some(left))));
    }
    assert_eq!((ranges.next(), ranges.next_back()), (None, None));
}

#[test]
fn a_scan_can_read_keys_from_the_rows_themselves() {
    let table = table();
    let open = |range: KeyRange| rows_by(table.range(range).cloned().map(Ok::<_, Infallible>), row_key);
    let scan = || Reading::prefix().at_in(10..20).scan(open);
    assert_eq!(scan().map(|row| row.unwrap().0).collect::<Vec<_>>(), readings()[10..20]);
    assert!(scan().rev().map(|row| row.unwrap().0).eq(readings()[10..20].iter().rev().cloned()));

    // This store can fail to open a range, and returns each row as a pair.
    let open = |range: KeyRange| {
        let rows = table.range(range).map(|row| Ok::<_, Infallible>((row, row.len())));
        rows_by(Ok(rows), |(row, _)| row)
    };
    let rows = Reading::prefix().at_in(10..20).scan(open).map(|row| row.unwrap());
    assert!(rows.map(|(key, (_, length))| (key, length)).eq(readings()[10..20].iter().map(|key| (key.clone(), 4))));
}

/// Some stores read a range backward only through a second function, such as `rev_range`.
#[test]
fn ranges_that_are_opened_in_reverse_return_rows_in_reverse() {
    let table = table();
    let open = |range: KeyRange| table.range(range).rev().map(|row| (row, ()));
    let scan = || Reading::prefix().at_in(10..20).scan(open).opened_in_reverse();
    let found: Vec<Reading> = scan().map(|row| row.unwrap().0).collect();
    assert!(found.iter().eq(readings()[10..20].iter().rev()));
    let after = readings()[15].encode();
    let found: Vec<Reading> = scan().after(after).max_open_ranges(2).map(|row| row.unwrap().0).collect();
    assert!(found.iter().eq(readings()[10..15].iter().rev()));
    assert!(scan().opened_in_reverse().map(|row| row.unwrap().0).eq(readings()[10..20].iter().rev().cloned()));
    assert!(scan().rev().map(|row| row.unwrap().0).eq(readings()[10..20].iter().cloned()));
}

#[test]
fn a_scan_that_is_reversed_twice_runs_forward() {
    let table = table();
    let rows = Reading::prefix().scan(|range| table.range(range).map(|row| (row, ()))).rev().rev();
    assert!(rows.map(|row| row.unwrap().0).eq(readings()));
}

/// `rev`, `max_open_ranges` and `after` change which rows are read, so each of them discards the rows that were read
/// before.
#[test]
fn a_scan_that_is_configured_after_its_first_row_starts_again() {
    let table = table();
    let started_scan = || {
        let mut scan = Reading::prefix().scan(|range| table.range(range).map(|row| (row, ())));
        assert_eq!(scan.by_ref().take(3).count(), 3);
        scan
    };
    assert!(started_scan().rev().map(|row| row.unwrap().0).eq(readings().into_iter().rev()));
    assert!(started_scan().max_open_ranges(1).map(|row| row.unwrap().0).eq(readings()));
    let after = readings()[0].encode();
    assert!(started_scan().after(after).map(|row| row.unwrap().0).eq(readings().into_iter().skip(1)));
}

#[test]
fn ranges_scans_and_errors_print() {
    let error = Unsalted::decode(&[7]).unwrap_err();
    assert_eq!(format!("{error:?}"), "field `at` at byte 0: expected 2 bytes, but the key ends after 1 of them");
    assert_eq!(format!("{:?}", error.kind()), "Truncated { expected: 2, found: 1 }");

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
    let scan = Reading::prefix().at(7).scan(|range| table.range(range).map(|row| (row, ())));
    assert_eq!(format!("{scan:?}"), format!("Scan {{ ranges: {text}, backward: false, started: false, .. }}"));
}

#[derive(Debug, RowKey)]
struct Unsalted {
    at: u16,
}
