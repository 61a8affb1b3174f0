//! Tests merging the sorted rows of several buckets: the result, and the number of comparisons, allocations and rows
//! read.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::convert::Infallible;

use proptest::prelude::*;
use rowkey::{
    RowKey,
    scan::{MergeRow, merge, rows_by},
};

/// The system's allocator, with a count of the allocations of each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is forwarded to the system's allocator; the count is thread-local and does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller satisfies the requirements of `GlobalAlloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the same as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(run: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.get();
    run();
    ALLOCATIONS.get() - before
}

/// Returns the number of comparisons that a row may cost: log2 of the number of buckets, plus one.
fn max_comparisons(buckets: usize) -> usize {
    usize::try_from(buckets.ilog2()).unwrap() + 1
}

const BUCKETS: [usize; 11] = [1, 2, 3, 4, 7, 16, 100, 256, 257, 1000, 4096];
const ROWS_PER_BUCKET: usize = 8;

/// A row that counts how often its key is read. The row is not `Clone`, because a merge only moves rows.
struct Row<'a> {
    key: [u8; WIDTH],
    key_reads: &'a Cell<usize>,
}

impl MergeRow for Row<'_> {
    fn key(&self) -> Option<&[u8]> {
        self.key_reads.set(self.key_reads.get() + 1);
        Some(&self.key)
    }
}

const WIDTH: usize = 22;

/// Returns sorted buckets of random keys. Each key has two bytes of salt, then `shared` bytes that are the same in all
/// keys. The merge compares short codes of the keys, and reads two keys only if their codes are equal. With fewer
/// shared bytes, that is rarer.
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
    let mut buckets: Vec<Vec<_>> =
        (0..count).map(|bucket| (0..ROWS_PER_BUCKET).map(|_| key(bucket)).collect()).collect();
    buckets.iter_mut().for_each(|bucket| bucket.sort());
    buckets
}

#[test]
fn a_row_costs_at_most_log2_of_the_buckets_plus_one_comparisons() {
    for (count, shared) in BUCKETS.into_iter().flat_map(|count| [0, 4, 12].map(|shared| (count, shared))) {
        let key_reads = Cell::new(0);
        let rows = |bucket: Vec<[u8; WIDTH]>| bucket.into_iter().map(|key| Row { key, key_reads: &key_reads });
        let mut merged = merge(buckets(count, shared).into_iter().map(rows), 2);
        assert_eq!(key_reads.get(), 0);
        // A key is read once when its row is read and once when the row is returned; a comparison reads two keys.
        let comparisons = |key_reads: usize, rows_read: usize, rows_returned: usize| {
            key_reads.saturating_sub(rows_read + rows_returned) / 2
        };
        let mut last = merged.next().unwrap().key;
        // The first row takes `count - 1` comparisons: each eliminates one bucket.
        assert!(comparisons(key_reads.get(), count, 1) < count);
        let mut rows = 1;
        loop {
            let before = key_reads.get();
            let Some(row) = merged.next() else { break };
            // If the bucket of the last row has ended, no next key was read, hence `saturating_sub`.
            let compared = (key_reads.get() - before).saturating_sub(1) / 2;
            assert!(compared <= max_comparisons(count), "{compared} in {count} buckets");
            assert!(last[2..] <= row.key[2..]);
            (last, rows) = (row.key, rows + 1);
        }
        assert_eq!(rows, count * ROWS_PER_BUCKET);
        assert!(comparisons(key_reads.get(), rows, rows) <= rows * max_comparisons(count), "including the first row");
        if shared == 0 {
            let key_reads_per_row = if count == 1 { 0 } else { 2 };
            assert_eq!(
                key_reads.get(),
                rows * key_reads_per_row,
                "keys that differ in their first bytes are not compared, and a single bucket needs no comparisons"
            );
        }
    }
}

#[test]
fn a_row_is_merged_without_an_allocation() {
    for (count, shared) in BUCKETS.into_iter().flat_map(|count| [0, 12].map(|shared| (count, shared))) {
        let key_reads = Cell::new(0);
        let buckets = buckets(count, shared);
        let rows = |bucket: Vec<[u8; WIDTH]>| bucket.into_iter().map(|key| Row { key, key_reads: &key_reads });
        let mut merged = merge(buckets.into_iter().map(rows), 2);
        let for_first_row = allocations(|| {
            merged.next();
        });
        assert!(for_first_row <= 3, "{for_first_row} for the first row");
        assert_eq!(allocations(|| merged.by_ref().for_each(drop)), 0);
    }
}

#[derive(Debug, PartialEq, RowKey)]
#[rowkey(salt(md5, buckets = 257))]
struct Reading {
    at: u32,
    sensor: u32,
}

/// A scan also merges buckets. The closure that returns a row's key counts how often it is called.
#[test]
fn a_scan_compares_as_few_keys_as_a_merge() {
    let readings = (0..2000).map(|at| Reading { at, sensor: 7 });
    let table: BTreeMap<Vec<u8>, u32> = readings.map(|key| (key.encode().to_vec(), key.at)).collect();
    let key_reads = Cell::new(0);
    let mut scan = Reading::prefix().scan(|range| {
        let rows = table.range::<[u8], _>(range.as_bounds()).map(Ok::<_, Infallible>);
        rows_by(rows, |(key, _)| {
            key_reads.set(key_reads.get() + 1);
            key
        })
    });
    scan.next();
    let for_first_row = key_reads.get();
    let mut rows = 1;
    let allocated = allocations(|| {
        for row in &mut scan {
            assert_eq!(row.unwrap().0.at, rows);
            rows += 1;
        }
    });
    assert_eq!(rows, 2000);
    // A key is read once when its row is read, once when the row is returned and once when it is decoded. A comparison
    // reads two keys. The first row of each of the 257 buckets is read before the scan returns its first row.
    let rows_read = 2000 - 257;
    let comparisons = (key_reads.get() - for_first_row - 2 * 1999 - rows_read) / 2;
    assert!(comparisons <= 1999 * max_comparisons(257), "{comparisons}");
    assert_eq!(allocated, 0);
}

/// Neither keys nor values need to be `Clone`, and rows may be results.
#[test]
fn merged_rows_are_moved() {
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

/// Returns a start that many keys share, then a few bytes at which comparisons are easy to get wrong.
fn long_key() -> impl Strategy<Value = Vec<u8>> {
    let start = prop::sample::select(vec![0, 1, 5, 6, 7, 12, 13, 30]);
    let filler = prop::sample::select(vec![0, b'k', 0xFF]);
    let end = prop::collection::vec(prop::sample::select(vec![0, 1, b'k', 0xFF]), 0..14);
    (start, filler, end).prop_map(|(start, filler, end)| [vec![filler; start], end].concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn merging_long_keys_returns_sorted_rows(
        buckets in prop::collection::vec(prop::collection::vec(long_key(), 0..12), 0..9),
    ) {
        let sorted: Vec<Vec<_>> = buckets.into_iter().enumerate().map(|(bucket, mut keys)| {
            keys.sort();
            keys.into_iter().map(|key| (key, bucket)).collect()
        }).collect();
        let mut expected = sorted.concat();
        expected.sort();
        prop_assert_eq!(merge(sorted, 0).collect::<Vec<_>>(), expected);
    }

    /// Scans long keys forward and backward. Several buckets can contain the same key.
    #[test]
    fn scanning_long_keys_returns_sorted_rows(rows in prop::collection::btree_set((long_key(), 0..5u64), 0..80)) {
        #[derive(Debug, Clone, PartialEq, RowKey)]
        #[rowkey(salt(random, buckets = 5))]
        struct Key {
            bytes: Vec<u8>,
        }

        let stored = |(bytes, bucket): &(Vec<u8>, u64)| Key { bytes: bytes.clone() }.encode_in(*bucket).unwrap();
        let table: BTreeMap<Vec<u8>, u64> = rows.iter().map(|row| (stored(row), row.1)).collect();
        let found = |rows: &mut dyn Iterator<Item = (Vec<u8>, u64)>| rows.collect::<Vec<_>>();
        for limit in [1, 3, 5] {
            let scan = Key::prefix().scan(|range| table.range(range)).max_open_ranges(limit);
            let forward = found(&mut scan.map(|row| row.unwrap()).map(|(key, bucket)| (key.bytes, *bucket)));
            prop_assert_eq!(forward, found(&mut rows.iter().cloned()));
            let scan = Key::prefix().scan(|range| table.range(range)).rev().max_open_ranges(limit);
            let backward = found(&mut scan.map(|row| row.unwrap()).map(|(key, bucket)| (key.bytes, *bucket)));
            prop_assert_eq!(backward, found(&mut rows.iter().rev().cloned()));
        }
    }

    /// Rows with equal keys come in bucket order; keys may be shorter than the skipped prefix.
    #[test]
    fn merging_returns_sorted_rows(
        buckets in prop::collection::vec(prop::collection::vec("[a-c]{0,4}", 0..8), 0..20),
        skip in 0..3usize,
    ) {
        let without_salt = |key: &str| key.get(skip..).unwrap_or("").to_owned();
        let sorted: Vec<Vec<_>> = buckets.into_iter().enumerate().map(|(bucket, mut keys)| {
            keys.sort_by_key(|key| without_salt(key));
            keys.into_iter().map(|key| (key, bucket)).collect()
        }).collect();
        let mut expected = sorted.concat();
        expected.sort_by_key(|(key, _)| without_salt(key));
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

/// An iterator that would restart after its end is not called again.
#[test]
fn an_ended_bucket_is_not_read_again() {
    let mut calls = 0;
    let mut numbers = 0..;
    let restarts = std::iter::from_fn(|| {
        calls += 1;
        numbers.next().filter(|at| at % 2 == 0).map(|at: u8| ([at], at))
    });
    let mut merged = merge([restarts], 0);
    assert_eq!(merged.next(), Some(([0], 0)));
    assert_eq!((merged.next(), merged.next(), merged.next()), (None, None, None));
    drop(merged);
    assert_eq!(calls, 2);
}

#[test]
fn errors_are_returned_and_no_row_is_lost() {
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
