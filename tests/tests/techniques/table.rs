//! A table with the rows in the order of an ordered store: sorted by the bytes of their keys.

use rowkey::{DecodeKey, KeyRange, RowKey};
use std::collections::BTreeMap;
use std::ops::{Bound, RangeBounds};

/// The keys of the rows. The tests need no values.
pub(crate) type Table = BTreeMap<Vec<u8>, ()>;

/// Returns a table with these keys.
pub(crate) fn table<K: RowKey>(keys: impl IntoIterator<Item = K>) -> Table {
    // Not `collect`, whose sorting code would be compiled again for each type of key.
    let mut table = Table::new();
    for key in keys {
        table.insert(bytes(&key), ());
    }
    table
}

/// Returns the bytes of a key.
pub(crate) fn bytes<K: RowKey>(key: &K) -> Vec<u8> {
    key.try_encode().expect("the key has bytes").into()
}

/// Decodes the rows of a range, in stored order.
pub(crate) fn rows<K: for<'a> DecodeKey<'a>>(table: &Table, range: KeyRange) -> Vec<K> {
    table.range(range).map(|(key, ())| K::decode(key).expect("a stored key decodes")).collect()
}

/// Returns the keys of a range as text, in stored order.
pub(crate) fn text_rows(table: &Table, range: KeyRange) -> Vec<&str> {
    texts(table.range(range).map(|(key, ())| key))
}

/// Returns all keys as text, in stored order.
pub(crate) fn all_text(table: &Table) -> Vec<&str> {
    texts(table.keys())
}

/// Returns the keys between two literal bounds, as a guide writes them.
pub(crate) fn literal_rows<'a>(table: &'a Table, start: Bound<&str>, stop: Bound<&str>) -> Vec<&'a str> {
    let bounds = (start.map(str::as_bytes), stop.map(str::as_bytes));
    texts(table.keys().filter(|key| RangeBounds::<[u8]>::contains(&bounds, key.as_slice())))
}

fn texts<'a>(keys: impl IntoIterator<Item = &'a Vec<u8>>) -> Vec<&'a str> {
    keys.into_iter().map(|key| str::from_utf8(key).expect("this table's keys are text")).collect()
}

/// Writes bytes as lower-case hex digits.
pub(crate) fn hex(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads hex digits.
pub(crate) fn unhex(digits: &str) -> Vec<u8> {
    let pairs = (0..digits.len()).step_by(2).map(|at| &digits[at..at + 2]);
    pairs.map(|pair| u8::from_str_radix(pair, 16).expect("hex digits")).collect()
}
