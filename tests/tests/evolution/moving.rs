//! Tests moving rows from old keys to new keys, as `rowkey/docs/evolution.md` describes: with `Rows::migrate`, and
//! while other programs read the rows.

use std::cell::Cell;
use std::collections::{BTreeMap, btree_map};
use std::convert::Infallible;
use std::ops::Bound;

use rowkey::store::{Direction, LAYOUTS, Read, Rows, Table, Write};
use rowkey::{KeyRange, RowKey};

#[derive(Clone, Debug, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "orders", namespace = b"\x01")]
struct Old {
    customer: u32,
    order: u64,
}

#[derive(Clone, Debug, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "orders", namespace = b"\x02")]
struct New {
    order: u64,
    customer: u32,
}

fn to_new(old: &Old) -> New {
    New { order: old.order, customer: old.customer }
}

/// A store in which a deleted key stays as a tombstone (`None`), as in a log-structured store before compaction.
/// `steps` counts the keys that iterators step over, including tombstones. All tables share `rows`, and no layouts are
/// recorded.
#[derive(Default)]
struct Tombstones {
    rows: BTreeMap<Vec<u8>, Option<Vec<u8>>>,
    steps: Cell<usize>,
}

struct Range<'s> {
    rows: btree_map::Range<'s, Vec<u8>, Option<Vec<u8>>>,
    steps: &'s Cell<usize>,
}

impl<'s> Iterator for Range<'s> {
    type Item = Result<(&'s [u8], &'s [u8]), Infallible>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (key, value) = self.rows.next()?;
            self.steps.set(self.steps.get() + 1);
            if let Some(value) = value {
                return Some(Ok((key, value)));
            }
        }
    }
}

impl Read for Tombstones {
    type Error = Infallible;
    type Bytes<'s> = &'s [u8];
    type Range<'s> = Range<'s>;

    fn get(&self, _: &'static Table, key: &[u8]) -> Result<Option<&[u8]>, Infallible> {
        Ok(self.rows.get(key).and_then(Option::as_deref))
    }

    fn range(&self, table: &'static Table, range: &KeyRange, direction: Direction) -> Result<Range<'_>, Infallible> {
        assert_eq!(direction, Direction::Forward);
        let none = (Bound::Unbounded, Bound::Excluded(&b""[..]));
        let bounds = if *table == LAYOUTS { none } else { range.as_bounds() };
        Ok(Range { rows: self.rows.range::<[u8], _>(bounds), steps: &self.steps })
    }
}

impl Write for Tombstones {
    fn put(&mut self, _: &'static Table, key: &[u8], value: &[u8]) -> Result<(), Infallible> {
        self.rows.insert(key.into(), Some(value.into()));
        Ok(())
    }

    fn delete(&mut self, _: &'static Table, key: &[u8]) -> Result<(), Infallible> {
        self.rows.insert(key.into(), None);
        Ok(())
    }
}

#[test]
fn a_migration_reads_each_row_once() {
    const ROWS: usize = 2_000;
    for batch in [1, 7, 100, ROWS, ROWS + 1] {
        let mut rows = Rows::new(Tombstones::default());
        for order in 0..ROWS as u64 {
            rows.put(&Old { customer: 7, order }, &order.to_string()).unwrap();
        }
        let mut cursor: Option<String> = None;
        loop {
            let change = |key: Old, value| Some((to_new(&key), value));
            let step = rows.migrate(Old::prefix(), cursor.as_deref(), batch, change).unwrap();
            cursor = step.next.map(String::from);
            if cursor.is_none() {
                break;
            }
        }
        let steps = rows.store().steps.get();
        assert!(steps <= ROWS, "{steps} steps in batches of {batch}");
        assert_eq!(rows.scan(Old::prefix()).count(), 0);
        let orders = rows.scan(New::prefix()).map(|row| row.unwrap().1.parse::<u64>().unwrap());
        assert!(orders.eq(0..ROWS as u64));
    }
}

fn old_key() -> [u8; 13] {
    Old { customer: 7, order: 1 }.encode()
}

fn new_key() -> [u8; 13] {
    to_new(&Old { customer: 7, order: 1 }).encode()
}

/// A program that looks for one row while the row moves. Its argument reads the store: it returns whether the store has
/// a key.
type Reader = fn(&mut dyn FnMut(&[u8]) -> bool) -> bool;

/// Returns whether the reader finds the row in all cases. The migration writes the new key and then deletes the old
/// key. Each of these two writes can happen before any of the reader's reads.
fn finds_a_moving_row(read: Reader) -> bool {
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

/// A scan reads the ranges of the old and the new keys. Without a snapshot, it must read the old range first.
#[test]
fn a_scan_finds_a_row_that_moves() {
    assert!(finds_a_moving_row(|get| get(&old_key()) | get(&new_key())));
    assert!(!finds_a_moving_row(|get| get(&new_key()) | get(&old_key())));
}
