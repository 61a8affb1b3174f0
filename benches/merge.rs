//! Measures the merging of sorted buckets. The contenders are `rowkey::scan::merge`, `kmerge_by` of itertools, which uses a
//! heap, and sorting a copy of all rows.
//!
//! The sorted copy reads all rows before it returns the first row. The other two contenders keep one row per bucket in
//! memory. The contenders take turns, so that other load on the machine affects all of them. The result is the minimum
//! time, which other load affects least.
//!
//! `cargo bench -p rowkey-benches --bench merge` prints the times in Markdown.

use itertools::Itertools as _;
use std::hint::black_box;
use std::time::Instant;

const BUCKETS: [u16; 4] = [1, 16, 256, 4096];
const ROWS: usize = 1 << 16;

/// The number of salt bytes, which the order of the merged rows ignores. After the salt, a key has `SHARED` bytes that
/// are the same in all keys, as in a query of one customer, and then a random number.
const SKIP: usize = 2;
const WIDTH: usize = SKIP + 48;

type Row = ([u8; WIDTH], u64);

/// Returns [`ROWS`] random rows in `count` sorted buckets.
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

/// Returns the rows of a bucket as a store does: borrowed.
fn rows(bucket: &Vec<Row>) -> impl Iterator<Item = (&[u8], u64)> {
    bucket.iter().map(|(key, value)| (&key[..], *value))
}

fn rowkey_merge(buckets: &[Vec<Row>], mut read: impl FnMut(&[u8], u64)) {
    rowkey::scan::merge(buckets.iter().map(rows), SKIP).for_each(|(key, value)| read(key, value));
}

fn kmerge_by(buckets: &[Vec<Row>], mut read: impl FnMut(&[u8], u64)) {
    let merged = buckets.iter().map(rows).kmerge_by(|(a, _), (b, _)| a[SKIP..] < b[SKIP..]);
    merged.for_each(|(key, value)| read(key, value));
}

/// Sorts a copy with the stable sort of `std`, which finds the sorted buckets in the copy and merges them.
fn sorted_copy(buckets: &[Vec<Row>], mut read: impl FnMut(&[u8], u64)) {
    let mut copy: Vec<_> = buckets.iter().flat_map(rows).collect();
    copy.sort_by(|(a, _), (b, _)| a[SKIP..].cmp(&b[SKIP..]));
    copy.into_iter().for_each(|(key, value)| read(key, value));
}

fn time(buckets: &[Vec<Row>], rounds: usize) -> [f64; 3] {
    // Copies the key, because a real caller also reads the key of each row.
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

fn check(buckets: &[Vec<Row>]) {
    let mut orders = [const { Vec::new() }; 3];
    rowkey_merge(buckets, |_, value| orders[0].push(value));
    kmerge_by(buckets, |_, value| orders[1].push(value));
    sorted_copy(buckets, |_, value| orders[2].push(value));
    assert_eq!(orders[0].len(), ROWS);
    assert!(orders[0] == orders[1] && orders[1] == orders[2], "two merges differ in their order");
}

/// Returns the number of turns of each contender: 60, or `N` with the arguments `-- --rounds N`.
fn rounds() -> usize {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--rounds").skip(1);
    arguments.next().map_or(60, |rounds| rounds.parse().expect("--rounds takes a number"))
}

fn main() {
    let rounds = rounds();
    println!(
        "| rows | buckets | `rowkey::scan::merge` | itertools' `kmerge_by` | a sorted copy |\n|---|--:|--:|--:|--:|"
    );
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
