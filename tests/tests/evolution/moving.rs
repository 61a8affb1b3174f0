//! Moving rows to new keys, as `docs/evolution.md` describes.

use std::cell::Cell;
use std::collections::BTreeMap;

use rowkey::{KeyRange, RowKey};

#[derive(Clone, Debug, PartialEq, RowKey)]
#[rowkey(namespace = b"\x01")]
struct Old {
    customer: u32,
    order: u64,
}

#[derive(Clone, Debug, PartialEq, RowKey)]
#[rowkey(namespace = b"\x02")]
struct New {
    order: u64,
    customer: u32,
}

fn moved(old: &Old) -> New {
    New { order: old.order, customer: old.customer }
}

/// A store that keeps deleted keys until it compacts its files, and counts the keys that its iterators step over.
#[derive(Default)]
struct Tombstones {
    rows: BTreeMap<Vec<u8>, Option<u64>>,
    steps: Cell<usize>,
}

impl Tombstones {
    fn range(&self, range: KeyRange) -> impl Iterator<Item = (&Vec<u8>, u64)> {
        let rows = self.rows.range(range).inspect(|_| self.steps.set(self.steps.get() + 1));
        rows.filter_map(|(key, value)| Some((key, (*value)?)))
    }
}

/// The `copy_batch` of the page.
fn copy_batch(table: &mut Tombstones, cursor: Option<&[u8]>, most: usize) -> Option<Vec<u8>> {
    let mut rows = Old::prefix().scan(|range| table.range(range));
    if let Some(cursor) = cursor {
        rows = rows.after(cursor);
    }
    let batch: Vec<(Old, u64)> = rows.by_ref().take(most).map(|row| row.unwrap()).collect();
    let next = rows.cursor().filter(|_| !batch.is_empty());
    drop(rows);
    for (old, value) in batch {
        table.rows.entry(moved(&old).encode().to_vec()).or_insert(Some(value));
        table.rows.insert(old.encode().to_vec(), None);
    }
    next
}

#[test]
fn a_copy_steps_over_each_row_once() {
    const ROWS: usize = 2_000;
    for batch in [1, 7, 100, ROWS, ROWS + 1] {
        let mut table = Tombstones::default();
        for order in 0..ROWS as u64 {
            table.rows.insert(Old { customer: 7, order }.encode().to_vec(), Some(order));
        }
        let mut cursor = copy_batch(&mut table, None, batch);
        while let Some(last) = cursor {
            cursor = copy_batch(&mut table, Some(&last), batch);
        }
        assert!(table.steps.get() <= ROWS, "{} steps in batches of {batch}", table.steps.get());
        assert_eq!(table.range(Old::all()).count(), 0);
        assert!(table.range(New::all()).map(|(_, value)| value).eq(0..ROWS as u64));
    }
}

fn old_key() -> [u8; 13] {
    Old { customer: 7, order: 1 }.encode()
}

fn new_key() -> [u8; 13] {
    moved(&Old { customer: 7, order: 1 }).encode()
}

/// A reader. Its argument is the store's function that checks whether a key exists.
type Read = fn(&mut dyn FnMut(&[u8]) -> bool) -> bool;

/// Checks whether a reader finds a row that exists all the time. The copy writes the new key and deletes the old key,
/// each at any point between the reader's reads.
fn finds_a_moving_row(read: Read) -> bool {
    const READS: usize = 4;
    (0..READS).flat_map(|write| (write..READS).map(move |delete| (write, delete))).all(|(write, delete)| {
        let mut table = BTreeMap::from([(old_key().to_vec(), ())]);
        let mut reads = 0;
        read(&mut |key| {
            if reads == write {
                table.insert(new_key().to_vec(), ());
            }
            if reads == delete {
                table.remove(old_key().as_slice());
            }
            reads += 1;
            table.contains_key(key)
        })
    })
}

#[test]
fn a_row_that_moves_is_found() {
    assert!(finds_a_moving_row(|get| get(&new_key()) || get(&old_key()) || get(&new_key())));
    assert!(!finds_a_moving_row(|get| get(&new_key()) || get(&old_key())), "the page advised this once");
}

/// A scan reads both ranges. Without a snapshot, the old range comes first.
#[test]
fn a_scan_finds_a_row_that_moves() {
    assert!(finds_a_moving_row(|get| get(&old_key()) | get(&new_key())));
    assert!(!finds_a_moving_row(|get| get(&new_key()) | get(&old_key())));
}
