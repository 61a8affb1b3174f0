//! What a scan returns: prefixes, bounds, terminators, and the latest rows of a prefix.

use crate::table::{Table, literal_rows, rows, table, text_rows};
use rowkey::{EncodeErrorKind, KeyRange, RowKey};
use std::collections::BTreeMap;
use std::ops::Bound::{Excluded, Included};

#[derive(Debug, Clone, PartialEq, RowKey)]
struct EventKey {
    host: u16,
    at: u64,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct SpreadEventKey {
    #[salt(md5, 2, hex)]
    host: u16,
    at: u64,
}

/// "HBase region, which forms the unit of data distribution and scalability, is bounded by 'start rowkey' and 'end
/// rowkey'": for any store, a range is a start row and a stop row, which determine the regions to read.
#[test]
fn technique_12_a_range_is_two_row_keys() {
    let (start, stop) = EventKey::prefix().host(0x3FFF).at_in(5..=9).range().into_parts();
    assert_eq!(start, [0x3F, 0xFF, 0, 0, 0, 0, 0, 0, 0, 5]);
    assert_eq!(stop.unwrap(), [0x3F, 0xFF, 0, 0, 0, 0, 0, 0, 0, 10]);

    // Four regions, each with its start row.
    let regions = BTreeMap::from([(vec![], 0), (vec![0x40, 0], 1), (vec![0x80, 0], 2), (vec![0xC0, 0], 3)]);
    let touched = |range: KeyRange| {
        let (start, stop) = range.into_parts();
        let first = *regions.range(..=start).next_back().unwrap().1;
        let last = match stop {
            Some(stop) => *regions.range(..stop).next_back().unwrap().1,
            None => 3,
        };
        (first, last)
    };
    // The rows of host 3FFF end at the start of the second region.
    assert_eq!(touched(EventKey::prefix().host(0x3FFF).range()), (0, 0));
    assert_eq!(touched(EventKey::prefix().host(0x4000).range()), (1, 1));
    assert_eq!(touched(EventKey::prefix().host_in(0x3FFF..0x8000).range()), (0, 1));
    assert_eq!(touched(EventKey::prefix().host_in(0x3FFF..=0x8000).range()), (0, 2));
    assert_eq!(touched(EventKey::all()), (0, 3));

    // For keys that spread, the start rows of any number of regions can be computed.
    assert_eq!(SpreadEventKey::split_points(4).unwrap(), [b"4000", b"8000", b"c000"]);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct WordKey {
    word: String,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct BackwardsKey {
    #[reverse]
    word: String,
}

/// "`SELECT * FROM table WHERE 'abc' < Rowkey < 'abcx'`"; "you can query all words that contain the prefix `pre` or `prefi`
/// from an English dictionary, but you cannot query words that contain the suffix `prefi` or words in the middle"
#[test]
fn technique_47_bounds_and_the_beginnings_of_words() {
    let alphabet =
        table(["ab", "abc", "abc\0", "abcd", "abcw", "abcx", "abcxa"].map(|word| WordKey { word: word.into() }));
    let between = |bounds| text_rows(&alphabet, WordKey::prefix().word_in(bounds).range());
    assert_eq!(between((Excluded("abc"), Excluded("abcx"))), ["abc\0", "abcd", "abcw"]);
    assert_eq!(between((Included("abc"), Included("abcx"))), ["abc", "abc\0", "abcd", "abcw", "abcx"]);

    let dictionary = ["prefix", "premium", "present", "suffix", "affix", "compress"];
    let words = table(dictionary.map(|word| WordKey { word: word.into() }));
    assert_eq!(text_rows(&words, WordKey::prefix().word_starts_with("pre").range()), ["prefix", "premium", "present"]);
    assert_eq!(text_rows(&words, WordKey::prefix().word_starts_with("prefi").range()), ["prefix"]);

    // For suffixes, use a second table with reversed words. The middle of a word is in no range of either table.
    let backwards = table(dictionary.map(|word| BackwardsKey { word: word.into() }));
    let ending = rows::<BackwardsKey>(&backwards, BackwardsKey::prefix().word_ends_with("ffix").range());
    assert_eq!(ending, ["affix", "suffix"].map(|word| BackwardsKey { word: word.into() }));
}

/// The columns of the guide's `table1`, concatenated.
const COLUMNS: [(&str, &str); 5] = [("host1", "a"), ("host1", "b"), ("host12", "a"), ("host2", "a"), ("host", "12")];

fn columns<K>(key: impl Fn(String, String) -> K) -> impl Iterator<Item = K> {
    COLUMNS.into_iter().map(move |(column1, column2)| key(column1.into(), column2.into()))
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct EndedKey {
    column1: String,
    column2: String,
}

/// "`scan 'table1',{startkey=> 'host1',endkey=> 'host2'}` [..] If a record for which the value of column1 is host12 is
/// available, the record is also returned."
#[test]
fn technique_56_host1_does_not_find_host12() {
    let joined: Table = COLUMNS.iter().map(|(column1, column2)| ([*column1, *column2].concat().into(), ())).collect();
    let scanned = literal_rows(&joined, Included("host1"), Excluded("host2"));
    assert_eq!(scanned, ["host12", "host12a", "host1a", "host1b"]);

    let ended = table(columns(|column1, column2| EndedKey { column1, column2 }));
    assert_eq!(literal_rows(&ended, Included("host1"), Excluded("host2")), ["host1\0\0a", "host1\0\0b", "host12\0\0a"]);
    let host1 = EndedKey::prefix().column1("host1").range();
    assert_eq!(text_rows(&ended, host1), ["host1\0\0a", "host1\0\0b"]);
    // To include host12, query the prefix.
    let starting = EndedKey::prefix().column1_starts_with("host1").range();
    assert_eq!(text_rows(&ended, starting), ["host1\0\0a", "host1\0\0b", "host12\0\0a"]);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct RightPaddedKey {
    #[pad(20, 'x')]
    column1: String,
    column2: String,
}

/// "the rowkey `[column1][column2]` is changed to `[rpad(column1,'x',20)][column2]`". Padded with `x`, a column's value could
/// be taken for another's, and the rows are unsorted: `a` is after `ab`.
#[test]
fn technique_57_a_column_padded_to_its_length() {
    let key = |column1: &str| RightPaddedKey { column1: column1.into(), column2: "a".into() };
    assert_eq!(key("host1").try_encode().unwrap(), b"host1xxxxxxxxxxxxxxxa");
    assert_eq!(RightPaddedKey::decode(b"host1xxxxxxxxxxxxxxxa").unwrap(), key("host1"));

    let stored = table(columns(|column1, column2| RightPaddedKey { column1, column2 }));
    let found = text_rows(&stored, RightPaddedKey::prefix().column1("host1").range());
    assert_eq!(found, ["host1xxxxxxxxxxxxxxxa", "host1xxxxxxxxxxxxxxxb"]);

    assert!(key("twenty bytes exactly").try_encode().is_ok());
    let too_long = key("more than twenty bytes").try_encode().unwrap_err();
    assert!(matches!(too_long.kind(), EncodeErrorKind::TooLong { len: 22, width: 20, .. }));
    let ambiguous = key("ax").try_encode().unwrap_err();
    assert!(matches!(ambiguous.kind(), EncodeErrorKind::EndsInPad { pad: 'x', .. }));
    assert!(RightPaddedKey::prefix().column1("ax").range().is_empty());

    let unsorted = table(["a", "ab"].map(key));
    assert_eq!(rows::<RightPaddedKey>(&unsorted, RightPaddedKey::all()), ["ab", "a"].map(key));
    assert!(!RightPaddedKey::LAYOUT.is_ordered());
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(delimiter = '_')]
struct DelimitedKey {
    column1: String,
    column2: String,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(delimiter = '\0')]
struct NulDelimitedKey {
    column1: String,
    column2: String,
}

/// "the rowkey `[column1][column2]` is changed to `[column1][_][column2]`". The delimiter sorts after digits and capitals, so
/// that `host12` comes before `host1`: only with `\0` do the rows sort as their columns.
#[test]
fn technique_58_a_delimiter_ends_a_column() {
    let stored = table(columns(|column1, column2| DelimitedKey { column1, column2 }));
    assert_eq!(text_rows(&stored, DelimitedKey::all()), ["host12_a", "host1_a", "host1_b", "host2_a", "host_12"]);
    assert_eq!(text_rows(&stored, DelimitedKey::prefix().column1("host1").range()), ["host1_a", "host1_b"]);
    assert!(!DelimitedKey::LAYOUT.is_ordered());

    let in_it = DelimitedKey { column1: "host_1".into(), column2: "a".into() }.try_encode().unwrap_err();
    assert!(matches!(in_it.kind(), EncodeErrorKind::ContainsSeparator { separator: '_', at: 4, .. }));
    assert!(DelimitedKey::prefix().column1("host_1").range().is_empty());
    // The last column ends with the key, so it may contain the delimiter.
    let last = DelimitedKey { column1: "host1".into(), column2: "a_b".into() };
    assert_eq!(last.try_encode().unwrap(), b"host1_a_b");
    assert_eq!(DelimitedKey::decode(b"host1_a_b").unwrap(), last);

    let sorted = table(columns(|column1, column2| NulDelimitedKey { column1, column2 }));
    let stored = rows::<NulDelimitedKey>(&sorted, NulDelimitedKey::all());
    let hosts: Vec<_> = stored.iter().map(|key| key.column1.as_str()).collect();
    assert_eq!(hosts, ["host", "host1", "host1", "host12", "host2"]);
    assert!(NulDelimitedKey::LAYOUT.is_ordered());
    let from_host1 = NulDelimitedKey::prefix().column1_in("host1".."host2").range();
    assert_eq!(text_rows(&sorted, from_host1), ["host1\0a", "host1\0b", "host12\0a"]);
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct LogKey {
    hostname: String,
    log_event: String,
    timestamp: i64,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
struct LatestLogKey {
    hostname: String,
    log_event: String,
    #[descending]
    timestamp: i64,
}

const LOG: [(&str, &str, i64); 8] = [
    ("host1", "cpu", 1_000),
    ("host1", "cpu", 2_000),
    ("host1", "cpu", 3_000),
    ("host1", "cpu", 4_000),
    ("host1", "cpu2", 2_500),
    ("host1", "disk", 2_500),
    ("host12", "cpu", 2_500),
    ("host2", "cpu", 2_500),
];

/// "Data of a metric measured in a period of time needs to be queried from a host. The rowkey is designed as
/// `[hostname][log-event][timestamp]`"
#[test]
fn technique_59_a_metric_of_a_host_in_a_period() {
    let log = table(LOG.map(|(hostname, log_event, timestamp)| LogKey {
        hostname: hostname.into(),
        log_event: log_event.into(),
        timestamp,
    }));
    let period = LogKey::prefix().hostname("host1").log_event("cpu").timestamp_in(2_000..4_000).range();
    assert_eq!(period.start(), b"host1\0\0cpu\0\0\x80\0\0\0\0\0\x07\xD0");
    assert_eq!(period.end(), Some(&b"host1\0\0cpu\0\0\x80\0\0\0\0\0\x0F\xA0"[..]));
    assert_eq!(rows::<LogKey>(&log, period).iter().map(|key| key.timestamp).collect::<Vec<_>>(), [2_000, 3_000]);
}

/// "The latest records of a metric need to be queried from a host. The rowkey is designed as
/// `timestamp = Long.MAX_VALUE - timestamp; [hostname][log-event][timestamp]`"
#[test]
fn technique_60_the_latest_records_of_a_metric() {
    let log = table(LOG.map(|(hostname, log_event, timestamp)| LatestLogKey {
        hostname: hostname.into(),
        log_event: log_event.into(),
        timestamp,
    }));
    let stored = LatestLogKey { hostname: "host1".into(), log_event: "cpu".into(), timestamp: 4_000 }.encode();
    assert_eq!(stored, [&b"host1\0\0cpu\0\0"[..], &(i64::MAX - 4_000).to_be_bytes()].concat());

    let latest = |range: KeyRange, n| -> Vec<i64> {
        log.range(range).take(n).map(|(key, ())| LatestLogKey::decode(key).unwrap().timestamp).collect()
    };
    let metric = || LatestLogKey::prefix().hostname("host1").log_event("cpu");
    assert_eq!(latest(metric().range(), 2), [4_000, 3_000]);
    // The latest rows before some time are the first rows of a range.
    assert_eq!(latest(metric().timestamp_in(..3_000).range(), 2), [2_000, 1_000]);
}
