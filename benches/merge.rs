//! Merging sorted buckets: `rowkey::merge`, the heap of itertools, and a copy of all rows that is sorted.
//!
//! The copy holds all rows before the first is given, the others one a bucket. `cargo bench -p rowkey-benches --bench
//! merge` prints Markdown. The three take turns, so that whatever else the machine does falls on all, and the least time
//! counts: it is the one in which the machine did nothing else.

use itertools::Itertools as _;
use std::hint::black_box;
use std::time::Instant;

const BUCKETS: [u16; 4] = [1, 16, 256, 4096];
const ROWS: usize = 1 << 16;

/// Two bytes of salt, then what keys sort by: bytes that all share, as in a query about one customer, and a number.
const SKIP: usize = 2;
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

fn rowkey_merge(buckets: &[Vec<Row>], mut read: impl FnMut(&[u8], u64)) {
    rowkey::merge(buckets.iter().map(rows), SKIP).for_each(|(key, value)| read(key, value));
}

fn kmerge_by(buckets: &[Vec<Row>], mut read: impl FnMut(&[u8], u64)) {
    let merged = buckets.iter().map(rows).kmerge_by(|(a, _), (b, _)| a[SKIP..] < b[SKIP..]);
    merged.for_each(|(key, value)| read(key, value));
}

/// The sort is std's stable one, which finds the sorted runs and merges them.
fn sorted_copy(buckets: &[Vec<Row>], mut read: impl FnMut(&[u8], u64)) {
    let mut copy: Vec<_> = buckets.iter().flat_map(rows).collect();
    copy.sort_by(|(a, _), (b, _)| a[SKIP..].cmp(&b[SKIP..]));
    copy.into_iter().for_each(|(key, value)| read(key, value));
}

/// The least time of each contender, in nanoseconds a row.
fn time(buckets: &[Vec<Row>], rounds: usize) -> [f64; 3] {
    // Whoever asked for a row reads its key.
    let read = |key: &[u8], value| {
        let _ = black_box((<[u8; WIDTH]>::try_from(key), value));
    };
    let passes: [&dyn Fn(); 3] =
        [&|| rowkey_merge(buckets, read), &|| kmerge_by(buckets, read), &|| sorted_copy(buckets, read)];
    let mut least = [f64::MAX; 3];
    for _ in 0..rounds {
        for (pass, least) in passes.iter().zip(&mut least) {
            let started = Instant::now();
            pass();
            *least = least.min(started.elapsed().as_secs_f64() * 1e9 / ROWS as f64);
        }
    }
    least
}

/// All must give the same rows in the same order, or it would not be the same work.
fn check(buckets: &[Vec<Row>]) {
    let mut orders = [const { Vec::new() }; 3];
    rowkey_merge(buckets, |_, value| orders[0].push(value));
    kmerge_by(buckets, |_, value| orders[1].push(value));
    sorted_copy(buckets, |_, value| orders[2].push(value));
    assert_eq!(orders[0].len(), ROWS);
    assert!(orders[0] == orders[1] && orders[1] == orders[2], "two merges differ in their order");
}

/// How often each has its turn: 60 times, or `-- --rounds N`.
fn rounds() -> usize {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--rounds").skip(1);
    arguments.next().map_or(60, |rounds| rounds.parse().expect("--rounds takes a number"))
}

fn main() {
    let rounds = rounds();
    println!("| rows | buckets | `rowkey::merge` | itertools' `kmerge_by` | a sorted copy |\n|---|--:|--:|--:|--:|");
    table::<0>("differ in their first bytes", rounds);
    table::<32>("share 32 bytes", rounds);
}

fn table<const SHARED: usize>(rows: &str, rounds: usize) {
    for count in BUCKETS {
        let buckets = buckets::<SHARED>(count);
        check(&buckets);
        let [ours, heap, copy] = time(&buckets, rounds);
        println!("| {rows} | {count} | 1.00 ({ours:.1} ns a row) | {:.2} | {:.2} |", heap / ours, copy / ours);
    }
}
