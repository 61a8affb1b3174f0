//! Tests scans and removals of records by an unterminated field: they skip records in which the field has a longer
//! value, such as `ab` for `a`.

use rowkey::RowKey;
use rowkey::store::{Memory, Rows};

#[derive(Debug, Clone, PartialEq, RowKey)]
#[rowkey(value = String, format = rowkey::Raw)]
struct WindowKey {
    #[unterminated]
    key: String,
    at: u16,
}

fn key(key: &str, at: u16) -> WindowKey {
    WindowKey { key: key.into(), at }
}

fn rows() -> Rows<Memory> {
    let mut rows = Rows::new(Memory::new());
    // The bytes of the key `ab` begin like those of the key `a` with a time whose first byte is `b`.
    for stored in [key("a", 1), key("a", 0x6262), key("ab", 1), key("a", 2), key("abb", 7), key("b", 1)] {
        rows.put(&stored, &stored.key).unwrap();
    }
    rows
}

#[test]
fn a_scan_of_one_value_returns_its_records() {
    let rows = rows();
    let scan = || rows.scan(WindowKey::prefix().key("a"));
    let keys: Vec<_> = scan().map(|row| row.unwrap().0).collect();
    assert_eq!(keys, [key("a", 1), key("a", 2), key("a", 0x6262)]);
    let reversed: Vec<_> = scan().rev().map(|row| row.unwrap().0).collect();
    assert_eq!(reversed, [key("a", 0x6262), key("a", 2), key("a", 1)]);

    let page = scan().page(None, 2).unwrap();
    let next = scan().page(page.next.as_deref(), 2).unwrap();
    assert_eq!((page.rows.len(), next.rows.len(), next.next), (2, 1, None));
    // The cursor of a record that the query skips does not belong to the query.
    let other = rows.scan(WindowKey::prefix().key("ab")).page(None, 1).unwrap();
    assert_eq!(other.rows[0].0, key("ab", 1));
    let cursor = rows.scan(WindowKey::prefix()).page(None, 5).unwrap().next.unwrap();
    assert!(scan().after(&cursor).is_err());
}

#[test]
fn only_the_matching_records_are_removed() {
    let mut rows = rows();
    assert_eq!(rows.remove_all(WindowKey::prefix().key_starts_with("ab")).unwrap(), 2);
    assert_eq!(rows.remove_all(WindowKey::prefix().key("a").at_in(2..)).unwrap(), 2);
    let left: Vec<_> = rows.scan(WindowKey::prefix()).map(|row| row.unwrap().0).collect();
    assert_eq!(left, [key("a", 1), key("b", 1)]);
}
