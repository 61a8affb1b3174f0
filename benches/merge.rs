//! Merging sorted buckets: `rowkey::merge`, the heap of itertools, and a copy of all rows that is sorted.
//!
//! The copy holds all rows before the first is given, the others one a bucket.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use itertools::Itertools as _;

fn main() {
    divan::main();
}

const BUCKETS: [u16; 4] = [1, 16, 256, 4096];
const ROWS: usize = 1 << 18;

/// Two bytes of salt, then what keys sort by: bytes that all share, as in a query about one customer, and a number.
const SKIP: usize = 2;
const SHARED: [usize; 2] = [0, 32];
const WIDTH: usize = SKIP + 48;

type Row = ([u8; WIDTH], u64);

/// The same number of rows, spread over so many sorted buckets.
fn buckets<const SHARED: usize>(count: u16) -> Vec<Vec<Row>> {
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    let mut number = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random
    };
    let mut row = |bucket: u16| {
        let mut key = [0; WIDTH];
        key[..SKIP].copy_from_slice(&bucket.to_be_bytes());
        key[SKIP + SHARED..][..8].copy_from_slice(&number().to_be_bytes());
        (key, number())
    };
    let mut bucket = |bucket| {
        let mut rows: Vec<Row> = (0..ROWS / usize::from(count)).map(|_| row(bucket)).collect();
        rows.sort();
        rows
    };
    (0..count).map(&mut bucket).collect()
}

/// The rows as a store gives them: borrowed.
fn rows(bucket: &Vec<Row>) -> impl Iterator<Item = (&[u8], u64)> {
    bucket.iter().map(|(key, value)| (&key[..], *value))
}

/// Whoever asked for a row reads its key.
fn read((key, value): (&[u8], u64)) {
    let _ = black_box((<[u8; WIDTH]>::try_from(key), value));
}

#[divan::bench(args = BUCKETS, consts = SHARED)]
fn rowkey_merge<const SHARED: usize>(bencher: Bencher<'_, '_>, count: u16) {
    let buckets = buckets::<SHARED>(count);
    bencher.counter(ItemsCount::new(ROWS)).bench_local(|| {
        rowkey::merge(buckets.iter().map(rows), SKIP).for_each(read);
    });
}

#[divan::bench(args = BUCKETS, consts = SHARED)]
fn itertools_kmerge_by<const SHARED: usize>(bencher: Bencher<'_, '_>, count: u16) {
    let buckets = buckets::<SHARED>(count);
    bencher.counter(ItemsCount::new(ROWS)).bench_local(|| {
        buckets.iter().map(rows).kmerge_by(|(a, _), (b, _)| a[SKIP..] < b[SKIP..]).for_each(read);
    });
}

/// The sort is std's stable one, which finds the sorted runs and merges them.
#[divan::bench(args = BUCKETS, consts = SHARED)]
fn sorted_copy<const SHARED: usize>(bencher: Bencher<'_, '_>, count: u16) {
    let buckets = buckets::<SHARED>(count);
    bencher.counter(ItemsCount::new(ROWS)).bench_local(|| {
        let mut copy: Vec<_> = buckets.iter().flat_map(rows).collect();
        copy.sort_by(|(a, _), (b, _)| a[SKIP..].cmp(&b[SKIP..]));
        copy.into_iter().for_each(read);
    });
}
