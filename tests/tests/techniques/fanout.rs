//! Reads across buckets: parallel ranges, rows under a random salt, and rows by time alone.

use crate::table::{Table, bytes, hex, table};
use rowkey::{EncodeErrorKind, RowKey};
use std::collections::BTreeSet;
use std::thread;

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(salt(md5, buckets = 8))]
struct ReadingKey {
    taken_at: u64,
    sensor: u32,
}

fn readings() -> impl Iterator<Item = ReadingKey> {
    (0..1000).map(|taken_at| ReadingKey { taken_at, sensor: 7 })
}

/// "The range scan of monotonically increasing rowkey info can possibly degrade on single thread since data is now spread out
/// based on the hashed prefix, however, multi thread access can be deployed to read this spread out data more efficiently."
#[test]
fn technique_19_a_range_over_hashed_prefixes_is_read_by_many_threads() {
    let table = table(readings());
    let asked = ReadingKey::prefix().taken_at_in(250..750);
    let ranges = asked.clone().ranges();
    assert_eq!(ranges.len(), 8);

    // One thread per bucket. Each bucket has rows, and the merged rows are sorted by time.
    let buckets: Vec<Vec<_>> = thread::scope(|scope| {
        let table = &table;
        let threads: Vec<_> = ranges.map(|range| scope.spawn(move || table.range(range).collect())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(buckets.iter().all(|rows| (40..90).contains(&rows.len())));
    let merged = rowkey::merge(buckets, 1).map(|(key, ())| ReadingKey::decode(key).unwrap().taken_at);
    assert!(merged.eq(250..750));

    // With one thread, a scan does the same. It reads no more rows than are taken.
    let mut opened = 0;
    let scan = asked.scan(|range| {
        opened += 1;
        table.range(range.clone())
    });
    let first: Vec<_> = scan.take(3).map(|row| row.unwrap().0.taken_at).collect();
    assert_eq!((first, opened), (vec![250, 251, 252], 8));
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(salt(random, buckets = 4))]
struct EventKey {
    at: u32,
    host: String,
}

/// "Row Key can be prefixed with certain random bytes called salt. [..] since salt bytes are not deterministic, HBase table GET
/// performance can get degraded since all possible HBase regions needs to be searched"
///
/// Such a key has no `encode`: `encode_with_a_random_salt` in `tests/messages/ui/call`.
#[test]
fn technique_20_a_row_under_a_random_salt_is_searched_in_every_bucket() {
    let key = |at| EventKey { at, host: "host1".into() };
    assert_eq!(key(7).encode_in(3).unwrap(), b"\x03\0\0\0\x07host1");
    assert_eq!(EventKey::decode(b"\x03\0\0\0\x07host1").unwrap(), key(7));
    let fifth = key(7).encode_in(4).unwrap_err();
    assert!(matches!(fifth.kind(), EncodeErrorKind::NoSuchBucket { bucket: 4, count: 4, .. }));
    assert!(EventKey::decode(b"\x04\0\0\0\x07host1").is_err());

    // Pseudorandom, so that the test is repeatable.
    let stored: Table = (0..100).map(|at| (key(at).encode_in(u64::from(at) * 7 % 4).unwrap(), ())).collect();
    let possible: Vec<_> = key(7).possible_keys().collect();
    assert_eq!(
        possible.iter().map(hex).collect::<Vec<_>>(),
        ["0000000007686f737431", "0100000007686f737431", "0200000007686f737431", "0300000007686f737431",]
    );
    let found: Vec<_> = possible.iter().filter(|key| stored.contains_key(*key)).collect();
    assert_eq!(found, [b"\x01\0\0\0\x07host1"]);

    // "scan of data against a range [..] multiple scans running in parallel can now be efficiently launched"
    assert_eq!(EventKey::prefix().at_in(10..20).ranges().len(), 4);
    let rows = EventKey::prefix().at_in(10..20).scan(|range| stored.range(range));
    assert!(rows.map(|row| row.unwrap().0).eq((10..20).map(key)));
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct BucketKey {
    #[salt(modulo, buckets = 10)]
    timestamp: i64,
    hostname: String,
    log_event: String,
}

/// "The data that you want to query has only the time dimension [..] The rowkey is designed as
/// `long bucket = timestamp % numBuckets; [bucket][timestamp][hostname][log-event]`"
#[test]
fn technique_61_buckets_are_read_back_in_the_order_of_time() {
    let key = |timestamp, host: &str| BucketKey { timestamp, hostname: host.into(), log_event: "cpu".into() };
    let log = (0..100).flat_map(|time| ["host2", "host1"].map(|host| key(1_364_248_490_000 + time * 13, host)));
    let stored = table(log);
    assert_eq!(stored.keys().map(|key| key[0]).collect::<BTreeSet<_>>(), (0..10).collect());

    let (from, to) = (1_364_248_490_100, 1_364_248_490_152);
    let asked = BucketKey::prefix().timestamp_in(from..=to);
    assert_eq!(asked.clone().ranges().len(), 10);
    let rows: Vec<_> = asked.scan(|range| stored.range(range)).map(|row| row.unwrap().0).collect();
    let times = [104, 117, 130, 143].map(|after| 1_364_248_490_000 + after);
    assert_eq!(rows, times.iter().flat_map(|time| ["host1", "host2"].map(|host| key(*time, host))).collect::<Vec<_>>());

    // In reverse: the latest records of all hosts.
    let latest = BucketKey::prefix().scan(|range| stored.range(range)).rev().take(2);
    let latest: Vec<_> = latest.map(|row| row.unwrap().0).collect();
    assert_eq!(latest, ["host2", "host1"].map(|host| key(1_364_248_491_287, host)));
    assert!(stored.contains_key(&bytes(&latest[0])));
}
