//! Checks that no operation reads or writes more rows than necessary.

use crate::counted::Counted;
use crate::model::{ByEmail, ByName, ByTag, User, UserKey};
use rowkey::RowKey;
use rowkey::store::Rows;

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw)]
struct PlainKey {
    id: u32,
}

fn key(user: u8) -> UserKey {
    UserKey { tenant: "a".into(), user }
}

fn user() -> User {
    User { name: "Ada".into(), email: Some("a@x".into()), tags: vec!["red".into(), "blue".into()], score: 1 }
}

/// Returns what an operation costs: the numbers of gets, of range reads, of rows that the range reads return, and of
/// writes.
fn cost<R>(rows: &mut Rows<Counted>, operation: impl FnOnce(&mut Rows<Counted>) -> R) -> [usize; 4] {
    let mut old = Rows::new(Counted::default());
    std::mem::swap(rows, &mut old);
    let mut store = old.into_store().unwrap();
    // Resets the counts.
    store.take_counts();
    *rows = Rows::new(store);
    operation(rows);
    let mut store = std::mem::replace(rows, Rows::new(Counted::default())).into_store().unwrap();
    let counts = store.take_counts();
    *rows = Rows::new(store);
    counts
}

#[test]
fn records_without_indexes_cost_at_most_one_read_and_one_write() {
    let mut rows = Rows::new(Counted::default());
    assert_eq!(cost(&mut rows, |rows| rows.put(&PlainKey { id: 1 }, &"a".into()).unwrap()), [0, 0, 0, 1]);
    assert_eq!(cost(&mut rows, |rows| rows.put(&PlainKey { id: 1 }, &"b".into()).unwrap()), [0, 0, 0, 1]);
    assert_eq!(cost(&mut rows, |rows| rows.get(&PlainKey { id: 1 }).unwrap()), [1, 0, 0, 0]);
    assert_eq!(cost(&mut rows, |rows| rows.insert(&PlainKey { id: 2 }, &"b".into()).unwrap()), [1, 0, 0, 1]);
    assert_eq!(cost(&mut rows, |rows| rows.update(&PlainKey { id: 2 }, |_| ()).unwrap()), [1, 0, 0, 0]);
    let upsert =
        |rows: &mut Rows<Counted>| rows.upsert(&PlainKey { id: 2 }, String::new, |text| text.push('a')).unwrap();
    assert_eq!(cost(&mut rows, upsert), [1, 0, 0, 1]);
    assert_eq!(cost(&mut rows, |rows| rows.take(&PlainKey { id: 2 }).unwrap()), [1, 0, 0, 1]);
    assert_eq!(cost(&mut rows, |rows| rows.take(&PlainKey { id: 2 }).unwrap()), [1, 0, 0, 0]);
    assert_eq!(cost(&mut rows, |rows| rows.scan(PlainKey::prefix()).count()), [0, 1, 1, 0]);
}

#[test]
fn only_changed_index_entries_are_written() {
    let mut rows = Rows::new(Counted::default());
    // Reads the record, and looks up the e-mail. Writes the record and its entries: e-mail, two tags, score, name and
    // digest.
    assert_eq!(cost(&mut rows, |rows| rows.put(&key(1), &user()).unwrap()), [2, 0, 0, 7]);
    assert_eq!(cost(&mut rows, |rows| rows.put(&key(1), &user()).unwrap()), [1, 0, 0, 0]);
    // Deletes the old entry of the tag, and writes the new entry and the record. The e-mail does not change, so it is
    // not looked up.
    let retag = |user: &mut User| user.tags[0] = "green".into();
    assert_eq!(cost(&mut rows, |rows| rows.update(&key(1), retag).unwrap()), [1, 0, 0, 3]);
    // Writes the record and the covering entries of e-mail and name, which store the score. Deletes the old entry of
    // the score, and writes the new entry. The e-mail does not change, so it is not looked up.
    let score = |user: &mut User| user.score = 2;
    assert_eq!(cost(&mut rows, |rows| rows.update(&key(1), score).unwrap()), [1, 0, 0, 5]);
    assert_eq!(cost(&mut rows, |rows| rows.find(&ByEmail { email: "a@x".into() }).unwrap()), [2, 0, 0, 0]);
    assert_eq!(cost(&mut rows, |rows| rows.covered(ByName::prefix()).count()), [0, 1, 1, 0]);
    assert_eq!(cost(&mut rows, |rows| rows.records(ByTag::prefix()).count()), [2, 1, 2, 0]);
    assert_eq!(cost(&mut rows, |rows| rows.count(ByTag::prefix()).unwrap()), [0, 1, 2, 0]);
    let tag = |user: &mut User| user.tags.push("old".into());
    assert_eq!(cost(&mut rows, |rows| rows.upsert(&key(1), user, tag).unwrap()), [1, 0, 0, 2]);
    assert_eq!(cost(&mut rows, |rows| rows.update(&key(1), |user| user.tags.truncate(2)).unwrap()), [1, 0, 0, 2]);
    assert_eq!(cost(&mut rows, |rows| rows.take(&key(1)).unwrap()), [1, 0, 0, 7]);
}

#[test]
fn a_page_reads_its_rows_and_one_more() {
    let mut rows = Rows::new(Counted::default());
    for id in 0..100 {
        rows.put(&PlainKey { id }, &"a".into()).unwrap();
    }
    let page = rows.scan(PlainKey::prefix()).page(None, 20).unwrap();
    let next = page.next.as_deref();
    assert_eq!(cost(&mut rows, |rows| rows.scan(PlainKey::prefix()).page(next, 20).unwrap()), [0, 1, 21, 0]);
}

#[test]
fn removing_all_reads_each_row_once() {
    let mut rows = Rows::new(Counted::default());
    for id in 0..2500 {
        rows.put(&PlainKey { id }, &"a".into()).unwrap();
    }
    assert_eq!(cost(&mut rows, |rows| rows.remove_all(PlainKey::prefix()).unwrap()), [0, 3, 2500, 2500]);
    assert_range_starts_ascend(&rows);
}

#[test]
fn clearing_reads_each_row_once_and_calls_no_get() {
    let mut rows = Rows::new(Counted::default());
    for id in 0..2500 {
        rows.put(&PlainKey { id }, &"a".into()).unwrap();
    }
    assert_eq!(cost(&mut rows, |rows| rows.clear::<PlainKey>().unwrap()), [0, 3, 2500, 2500]);
    assert_range_starts_ascend(&rows);
}

#[test]
fn removing_large_values_reads_few_of_them_at_a_time() {
    let mut rows = Rows::new(Counted::default());
    for id in 0..6 {
        rows.put(&PlainKey { id }, &"a".repeat(400 << 10)).unwrap();
    }
    // Three values are more than a mebibyte. The third range is empty.
    assert_eq!(cost(&mut rows, |rows| rows.remove_all(PlainKey::prefix()).unwrap()), [0, 3, 6, 6]);
    assert_range_starts_ascend(&rows);
}

/// Checks that each range begins after the start of the previous range. If each batch began at the first key again, it
/// would read the tombstones of the previous batches.
fn assert_range_starts_ascend(rows: &Rows<Counted>) {
    let starts = rows.store().range_starts.borrow();
    assert!(starts.is_sorted_by(|a, b| a < b), "{starts:?}");
}
