//! Keys of existing projects: each test is named after a project, and declares keys of this project as structs.
//!
//! The comment of a test names the place in the project's source that writes the key. The expected bytes were derived
//! from that source by hand. The asserted range is the range that the project itself scans.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod bitcoin;
mod databases;
mod files;
mod graphs;
mod ledgers;
mod logs;
mod redis;
mod search;
mod sql;
mod telemetry;

use rowkey::{DecodeKey, KeyRange, RowKey};
use std::fmt::Debug;

/// Returns the bytes that a line of text describes.
///
/// The text consists of words: hexadecimal digits such as `01ff`, ASCII text such as `'abc'`, and repetitions such as
/// `aa*32` for 32 bytes `aa`.
fn bytes(text: &str) -> Vec<u8> {
    fn from_hex(digits: &str) -> Vec<u8> {
        assert!(digits.len().is_multiple_of(2), "an odd number of digits: {digits}");
        (0..digits.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).expect("hex digits"))
            .collect()
    }
    let word = |word: &str| match (word.strip_prefix('\''), word.split_once('*')) {
        (Some(text), _) => text.strip_suffix('\'').expect("a closing quote").as_bytes().to_vec(),
        (None, Some((digits, times))) => from_hex(digits).repeat(times.parse().expect("a number")),
        (None, None) => from_hex(word),
    };
    text.split_whitespace().flat_map(word).collect()
}

/// Asserts that `key` is stored as the bytes that `stored` describes, and that these bytes decode to `key`.
#[track_caller]
fn assert_row<K>(key: &K, stored: &str)
where
    K: RowKey + PartialEq + Debug + for<'a> DecodeKey<'a>,
{
    let stored = bytes(stored);
    assert_eq!(hex(key.try_encode().expect("the key can be encoded").as_ref()), hex(&stored));
    assert_eq!(K::decode(&stored).as_ref(), Ok(key));
    assert_eq!(K::explain(&stored).problem(), None);
}

/// Asserts that `range` contains all keys that begin with `prefix` and no others. `inside` lists examples of keys with
/// the prefix, and `outside` examples of other keys.
#[track_caller]
fn assert_prefix_range(range: &KeyRange, prefix: &str, inside: &[&str], outside: &[&str]) {
    let start = bytes(prefix);
    let mut end = start.clone();
    while end.pop_if(|last| *last == 0xFF).is_some() {}
    if let Some(last) = end.last_mut() {
        *last += 1;
    }
    assert_range(range, &hex(&start), &hex(&end), inside, outside);
}

/// Asserts the bounds of `range`. An empty `end` means that the range has no upper bound. `inside` lists examples of
/// keys in the range, and `outside` examples of other keys.
#[track_caller]
fn assert_range(range: &KeyRange, start: &str, end: &str, inside: &[&str], outside: &[&str]) {
    assert_eq!(hex(range.start()), hex(&bytes(start)));
    assert_eq!(hex(range.end().unwrap_or_default()), hex(&bytes(end)));
    for row in inside {
        assert!(range.contains(&bytes(row)), "{row} is not in the range");
    }
    for row in outside {
        assert!(!range.contains(&bytes(row)), "{row} is in the range");
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
