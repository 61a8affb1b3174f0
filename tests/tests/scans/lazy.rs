//! A scan is lazy: the tests count the ranges opened and the rows read.

use rowkey::RowKey;

use crate::store::Store;

#[derive(Clone, Debug, PartialEq, RowKey)]
#[rowkey(salt(md5, buckets = 16))]
struct Reading {
    at: u32,
    sensor: u8,
}

const BUCKETS: usize = 16;

/// Returns a store with a few rows in each bucket.
fn store() -> Store {
    let readings = (0..200).map(|at| Reading { at, sensor: 7 });
    let store = Store::new(readings.map(|key| (key.encode().to_vec(), key.at)));
    for range in Reading::prefix().ranges() {
        assert!(store.rows().filter(|(key, _)| range.contains(key)).count() > 2);
    }
    store
}

fn times<E: std::fmt::Debug>(rows: impl Iterator<Item = Result<(Reading, u32), E>>) -> Vec<u32> {
    rows.map(|row| row.unwrap().0.at).collect()
}

#[test]
fn nothing_is_opened_before_the_first_row_is_read() {
    let store = store();
    let mut scan = Reading::prefix().scan(|range| store.open(range));
    assert!(store.counts().opened.is_empty());
    scan.next();
    assert_eq!(store.counts().opened.len(), BUCKETS);
    let mut scan = Reading::prefix().scan(|range| store.open(range)).rev().after(Reading { at: 9, sensor: 0 }.encode());
    store.reset_counts();
    let _ = scan.size_hint();
    assert!(store.counts().opened.is_empty());
    assert_eq!(scan.next().unwrap().unwrap().0.at, 8);
}

#[test]
fn a_scan_holds_at_most_one_row_of_each_bucket() {
    let store = store();
    let mut scan = Reading::prefix().scan(|range| store.open(range));
    for returned in 1..=50 {
        scan.next();
        let held = store.counts().rows - returned;
        assert!(held < BUCKETS, "after {returned} rows, {held} rows are held");
    }
    let mut scan = Reading::prefix().scan(|range| store.open(range)).rev();
    store.reset_counts();
    scan.next();
    assert_eq!(store.counts().rows, BUCKETS, "one row is returned, and the scan holds the other rows");
}

#[test]
fn adaptors_read_no_more_than_they_need() {
    let store = store();
    let rows = Reading::prefix().scan(|range| store.open(range));
    assert_eq!(times(rows.take(3)), [0, 1, 2]);
    assert_eq!(store.counts().rows, BUCKETS + 2);
    store.reset_counts();
    let rows = Reading::prefix().at_in(..100).scan(|range| store.open(range)).rev();
    assert_eq!(times(rows.take_while(|row| row.as_ref().is_ok_and(|(_, at)| *at > 97))), [99, 98]);
    assert_eq!(store.counts().rows, BUCKETS + 2);
    let mut rows = Reading::prefix().scan(|range| store.open(range)).peekable();
    store.reset_counts();
    assert_eq!(times(rows.by_ref().take(1)), [0]);
    assert_eq!(rows.peek().unwrap().as_ref().unwrap().0.at, 1);
    assert_eq!(times(rows), (1..200).collect::<Vec<_>>());
    assert_eq!(store.counts().rows, 200);
}

#[test]
fn each_range_is_opened_once_and_closed_at_its_end() {
    let store = store();
    let ranges: Vec<_> = Reading::prefix().ranges().collect();
    let scan = Reading::prefix().scan(|range| store.open(range));
    assert_eq!(scan.count(), 200);
    let counts = store.counts();
    assert_eq!(counts.opened, ranges);
    assert_eq!((counts.rows, counts.open), (200, 0));

    let store = Store::new([]);
    let mut scan = Reading::prefix().scan(|range| store.open(range));
    assert!(scan.next().is_none());
    assert_eq!((store.counts().opened.len(), store.counts().open), (BUCKETS, 0));
    assert!(scan.next().is_none() && scan.next().is_none());
    assert_eq!(store.counts().opened.len(), BUCKETS, "nothing is opened again");
}

#[test]
fn a_known_salt_opens_one_range() {
    let store = store();
    let rows = Reading::prefix().at(5).sensor(7).scan(|range| store.open(range));
    assert_eq!(times(rows), [5]);
    assert_eq!(store.counts().opened.len(), 1);
}

#[test]
fn a_query_that_matches_no_key_opens_no_range() {
    let store = store();
    let backwards = (std::ops::Bound::Included(9), std::ops::Bound::Excluded(3));
    assert_eq!(Reading::prefix().at_in(backwards).scan(|range| store.open(range)).count(), 0);
    assert_eq!(Reading::prefix().at_in(5..5).scan(|range| store.open(range)).rev().count(), 0);
    assert!(store.counts().opened.is_empty());
}

#[test]
fn a_scan_continues_in_the_middle_of_each_bucket() {
    let store = store();
    let last = Reading { at: 120, sensor: 7 };
    let rows = Reading::prefix().scan(|range| store.open(range)).after(last.encode());
    assert_eq!(times(rows), (121..200).collect::<Vec<_>>());
    assert_eq!(store.counts().rows, 79, "rows that were read before are not read again");
    store.reset_counts();
    let rows = Reading::prefix().scan(|range| store.open(range)).rev().after(last.encode());
    assert_eq!(times(rows), (0..120).rev().collect::<Vec<_>>());
    assert_eq!(store.counts().rows, 120);
}

/// The query has the same bounds in each bucket, so a key past these bounds is past the matching rows of every bucket.
#[test]
fn no_range_is_opened_if_the_key_is_past_the_query() {
    let store = store();
    let scan = || Reading::prefix().at_in(10..20).scan(|range| store.open(range));
    let back = || Reading::prefix().at_in(10..20).scan(|range| store.open(range)).rev();
    let at = |at| Reading { at, sensor: 7 };
    assert!(times(scan().after(at(20).encode())).is_empty());
    assert!(times(scan().after(at(1000).encode())).is_empty());
    assert!(times(back().after(at(9).encode())).is_empty());
    assert!(store.counts().opened.is_empty());
    let one = |from| Reading::prefix().at(12).sensor(7).scan(|range| store.open(range)).after(at(from).encode());
    assert!(times(one(12)).is_empty());
    assert!(store.counts().opened.is_empty());
    assert_eq!(times(one(11)), [12]);
    assert_eq!(times(scan().after(at(3).encode())).len(), 10, "all rows are after this key");
    assert_eq!(times(back().after(at(3000).encode())).len(), 10);
}

#[test]
fn no_more_ranges_are_open_than_allowed() {
    let store = store();
    for limit in [1, 2, 3, 15, 16, 17] {
        store.reset_counts();
        let rows = Reading::prefix().scan(|range| store.open(range)).max_open_ranges(limit);
        assert_eq!(times(rows), (0..200).collect::<Vec<_>>());
        assert_eq!(store.counts().max_open, limit.min(BUCKETS));
        if limit >= BUCKETS {
            assert_eq!(store.counts().opened.len(), BUCKETS);
        }
        store.reset_counts();
        let rows = Reading::prefix().scan(|range| store.open(range)).rev().max_open_ranges(limit);
        assert_eq!(times(rows), (0..200).rev().collect::<Vec<_>>());
        assert_eq!(store.counts().max_open, limit.min(BUCKETS));
    }
    store.reset_counts();
    let rows = Reading::prefix().scan(|range| store.open(range)).max_open_ranges(0);
    assert_eq!(times(rows).len(), 200, "a limit of 0 counts as 1");
    assert_eq!(store.counts().max_open, 1);
}

/// When too many ranges are open, the scan closes the range whose next row is needed last. A few open ranges therefore
/// suffice for rows that come in runs.
#[test]
fn the_range_that_is_needed_last_is_closed() {
    #[derive(Clone, Debug, PartialEq, RowKey)]
    #[rowkey(salt(with = hundreds, buckets = 4))]
    struct Run {
        at: u32,
    }

    fn hundreds(key: &[u8]) -> u64 {
        u64::from(u32::from_be_bytes(key.try_into().unwrap()) / 100)
    }

    let store = Store::new((0..400).map(|at| (Run { at }.encode().to_vec(), at)));
    let scan = Run::prefix().scan(|range| store.open(range)).max_open_ranges(2);
    assert!(scan.map(|row| row.unwrap().1).eq(0..400));
    // Each range is opened once for its first row, and the closed ranges once more.
    assert!(store.counts().opened.len() < 2 * 4, "{}", store.counts().opened.len());
    assert_eq!(store.counts().max_open, 2);
}
