//! Merging: what comes out, and what it costs. Comparisons, allocations and rows that are read are counted.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::convert::Infallible;

use proptest::prelude::*;
use rowkey::{MergeRow, RowKey, merge};

/// The system's allocator, which counts what each thread asks of it.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: all is passed on to the system's allocator; the count is a thread's own and needs no memory.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps what `GlobalAlloc` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(run: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.get();
    run();
    ALLOCATIONS.get() - before
}

/// The comparisons that the issue allows a row: log2 of the number of buckets, and one.
fn most_comparisons(buckets: usize) -> usize {
    usize::try_from(buckets.ilog2()).unwrap() + 1
}

const BUCKETS: [usize; 11] = [1, 2, 3, 4, 7, 16, 100, 256, 257, 1000, 4096];
const ROWS_A_BUCKET: usize = 8;

/// A row that counts how often it is asked for its key. It cannot be cloned, and neither can what it holds.
struct Row<'a> {
    key: [u8; WIDTH],
    looks: &'a Cell<usize>,
}

impl MergeRow for Row<'_> {
    fn key(&self) -> Option<&[u8]> {
        self.looks.set(self.looks.get() + 1);
        Some(&self.key)
    }
}

const WIDTH: usize = 22;

/// Sorted buckets of random keys, each behind two bytes of salt and so many that all share: the fewer they share, the
/// more matches are decided without a look at the key.
fn buckets(count: usize, shared: usize) -> Vec<Vec<[u8; WIDTH]>> {
    let mut random = 0x9E37_79B9_7F4A_7C15u64;
    let mut key = |bucket: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let mut key = [b'k'; WIDTH];
        key[..2].copy_from_slice(&u16::try_from(bucket).unwrap().to_be_bytes());
        key[2 + shared..][..8].copy_from_slice(&random.to_be_bytes());
        key
    };
    let mut buckets: Vec<Vec<_>> = (0..count).map(|bucket| (0..ROWS_A_BUCKET).map(|_| key(bucket)).collect()).collect();
    buckets.iter_mut().for_each(|bucket| bucket.sort());
    buckets
}

#[test]
fn a_row_costs_at_most_log2_of_the_buckets_and_one_in_comparisons() {
    for (count, shared) in BUCKETS.into_iter().flat_map(|count| [0, 4, 12].map(|shared| (count, shared))) {
        let looks = Cell::new(0);
        let rows = |bucket: Vec<[u8; WIDTH]>| bucket.into_iter().map(|key| Row { key, looks: &looks });
        let mut merged = merge(buckets(count, shared).into_iter().map(rows), 2);
        assert_eq!(looks.get(), 0);
        // One look at each key that is read, and two for a comparison of keys.
        let comparisons = |looks: usize, read: usize| (looks - read) / 2;
        let mut last = merged.next().unwrap().key;
        // The first row waits for a match of every bucket but one.
        assert!(comparisons(looks.get(), count) < count);
        let mut rows = 1;
        loop {
            let before = looks.get();
            let Some(row) = merged.next() else { break };
            let compared = comparisons(looks.get(), before);
            assert!(compared <= most_comparisons(count), "{compared} in {count} buckets");
            assert!(last[2..] <= row.key[2..]);
            (last, rows) = (row.key, rows + 1);
        }
        assert_eq!(rows, count * ROWS_A_BUCKET);
        assert!(comparisons(looks.get(), rows) <= rows * most_comparisons(count), "the first row's included");
        if shared == 0 {
            assert_eq!(looks.get(), rows, "keys that differ in front are looked at once");
        }
    }
}

#[test]
fn a_row_costs_no_allocation() {
    for (count, shared) in BUCKETS.into_iter().flat_map(|count| [0, 12].map(|shared| (count, shared))) {
        let looks = Cell::new(0);
        let buckets = buckets(count, shared);
        let rows = |bucket: Vec<[u8; WIDTH]>| bucket.into_iter().map(|key| Row { key, looks: &looks });
        let mut merged = merge(buckets.into_iter().map(rows), 2);
        let starting = allocations(|| {
            merged.next();
        });
        assert!(starting <= 2, "{starting} to begin with");
        assert_eq!(allocations(|| merged.by_ref().for_each(drop)), 0);
    }
}

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(salt(md5, buckets = 257))]
struct Reading {
    at: u32,
    sensor: u32,
}

/// A scan merges in the same way: with the closure that finds the key it can be counted there, too.
#[test]
fn a_scan_costs_no_more() {
    let readings = (0..2000).map(|at| Reading { at, sensor: 7 });
    let table: BTreeMap<Vec<u8>, u32> = readings.map(|key| (key.encode().to_vec(), key.at)).collect();
    let looks = Cell::new(0);
    let mut scan = Reading::prefix().scan_by(
        |range| table.range::<[u8], _>(range.as_bounds()).map(Ok::<_, Infallible>),
        |(key, _)| {
            looks.set(looks.get() + 1);
            key
        },
    );
    scan.next();
    let starting = looks.get();
    let mut rows = 1;
    let allocated = allocations(|| {
        for row in &mut scan {
            assert_eq!(row.unwrap().0.at, rows);
            rows += 1;
        }
    });
    assert_eq!(rows, 2000);
    // One look at a key that is read and one to decode it, and two to compare two.
    let read = 2000 - 257;
    let comparisons = (looks.get() - starting - 1999 - read) / 2;
    assert!(comparisons <= 1999 * most_comparisons(257), "{comparisons}");
    assert_eq!(allocated, 0);
}

/// Neither keys nor values need to be `Clone`, and rows may be results.
#[test]
fn what_is_merged_is_moved() {
    struct Key([u8; 2]);

    impl AsRef<[u8]> for Key {
        fn as_ref(&self) -> &[u8] {
            &self.0
        }
    }

    struct Value(u8);

    let row = |bucket, at| Ok::<_, Infallible>((Key([bucket, at]), Value(at)));
    let buckets = [[row(0, 3), row(0, 4)], [row(1, 1), row(1, 5)]];
    let merged = merge(buckets, 1).map(|row| row.map(|(_, Value(at))| at));
    assert_eq!(merged.collect::<Result<Vec<_>, _>>(), Ok(vec![1, 3, 4, 5]));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Rows in one place come in the order of their buckets; keys may be shorter than what is skipped.
    #[test]
    fn merging_is_sorting(
        buckets in prop::collection::vec(prop::collection::vec("[a-c]{0,4}", 0..8), 0..20),
        skip in 0..3usize,
    ) {
        let behind = |key: &str| key.get(skip..).unwrap_or("").to_owned();
        let sorted: Vec<Vec<_>> = buckets.into_iter().enumerate().map(|(bucket, mut keys)| {
            keys.sort_by_key(|key| behind(key));
            keys.into_iter().map(|key| (key, bucket)).collect()
        }).collect();
        let mut expected = sorted.concat();
        expected.sort_by_key(|(key, _)| behind(key));
        let merged = merge(sorted, skip);
        prop_assert_eq!(merged.size_hint(), (expected.len(), Some(expected.len())));
        prop_assert_eq!(merged.collect::<Vec<_>>(), expected);
    }
}

#[test]
fn there_may_be_no_buckets_or_no_rows() {
    assert_eq!(merge(Vec::<Vec<(&str, ())>>::new(), 0).next(), None);
    assert_eq!(merge([Vec::<(&str, ())>::new(), vec![]], 0).next(), None);
    let mut merged = merge([vec![], vec![("a", 1)], vec![]], 0);
    assert_eq!(merged.next(), Some(("a", 1)));
    assert_eq!((merged.next(), merged.next()), (None, None));
}

/// An iterator that would begin anew after its end is not asked again.
#[test]
fn a_bucket_at_its_end_is_left_alone() {
    let mut asked = 0;
    let mut again = 0..;
    let restarts = std::iter::from_fn(|| {
        asked += 1;
        again.next().filter(|at| at % 2 == 0).map(|at: u8| ([at], at))
    });
    let mut merged = merge([restarts], 0);
    assert_eq!(merged.next(), Some(([0], 0)));
    assert_eq!((merged.next(), merged.next(), merged.next()), (None, None, None));
    drop(merged);
    assert_eq!(asked, 2);
}

#[test]
fn errors_come_out_and_cost_no_other_row() {
    let ok = |key| Ok::<_, &str>((key, ()));
    let buckets = [vec![ok("0b"), Err("first"), ok("0c")], vec![Err("second"), ok("1a"), ok("1d")], vec![Err("third")]];
    let merged: Vec<_> = merge(buckets, 1).map(|row| row.map(|(key, ())| key)).collect();
    let expected = [Err("second"), Err("third"), Ok("1a"), Ok("0b"), Err("first"), Ok("0c"), Ok("1d")];
    assert_eq!(merged, expected);
}

#[test]
fn rows_are_read_when_they_are_needed() {
    let read = Cell::new(0);
    let endless = |bucket: u64| {
        let read = &read;
        (0..).map(move |row| {
            read.set(read.get() + 1);
            ((row * 10 + bucket).to_be_bytes(), ())
        })
    };
    let mut merged = merge((0..10).map(endless), 0);
    assert_eq!(read.get(), 0);
    for row in 0..100u64 {
        assert_eq!(merged.next(), Some((row.to_be_bytes(), ())));
        assert_eq!(read.get(), 10 + usize::try_from(row).unwrap());
    }
    assert_eq!(merged.size_hint(), (usize::MAX, None));
}
