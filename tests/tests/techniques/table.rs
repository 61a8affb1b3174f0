//! A table as an ordered store holds it: rows sorted by the bytes of their keys.

use rowkey::{DecodeKey, KeyRange, RowKey};
use std::collections::BTreeMap;
use std::ops::{Bound, RangeBounds};

/// Rows under their keys; here the keys are all there is.
pub(crate) type Table = BTreeMap<Vec<u8>, ()>;

/// The table that holds these keys.
pub(crate) fn table<K: RowKey>(keys: impl IntoIterator<Item = K>) -> Table {
    // Collected, it would be sorted first, by code compiled anew for each kind of key.
    let mut table = Table::new();
    for key in keys {
        table.insert(bytes(&key), ());
    }
    table
}

/// The bytes of a key that has some.
pub(crate) fn bytes<K: RowKey>(key: &K) -> Vec<u8> {
    key.try_encode().expect("the key has bytes").into()
}

/// The rows of a range, decoded, in stored order.
pub(crate) fn rows<K: for<'a> DecodeKey<'a>>(table: &Table, range: KeyRange) -> Vec<K> {
    table.range(range).map(|(key, ())| K::decode(key).expect("a stored key decodes")).collect()
}

/// The keys of a range as text, in stored order.
pub(crate) fn text_rows(table: &Table, range: KeyRange) -> Vec<&str> {
    texts(table.range(range).map(|(key, ())| key))
}

/// All keys as text, in stored order.
pub(crate) fn all_text(table: &Table) -> Vec<&str> {
    texts(table.keys())
}

/// The keys from `start` up to `stop`, both compared as the bytes they are: what a guide's literal bounds return.
pub(crate) fn literal_rows<'a>(table: &'a Table, start: Bound<&str>, stop: Bound<&str>) -> Vec<&'a str> {
    let bounds = (start.map(str::as_bytes), stop.map(str::as_bytes));
    texts(table.keys().filter(|key| RangeBounds::<[u8]>::contains(&bounds, key.as_slice())))
}

fn texts<'a>(keys: impl IntoIterator<Item = &'a Vec<u8>>) -> Vec<&'a str> {
    keys.into_iter().map(|key| str::from_utf8(key).expect("this table's keys are text")).collect()
}

/// Lower-case hex digits.
pub(crate) fn hex(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes that hex digits are.
pub(crate) fn unhex(digits: &str) -> Vec<u8> {
    let pairs = (0..digits.len()).step_by(2).map(|at| &digits[at..at + 2]);
    pairs.map(|pair| u8::from_str_radix(pair, 16).expect("hex digits")).collect()
}
