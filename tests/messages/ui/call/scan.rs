// errors: 7
use rowkey::RowKey;
use std::collections::BTreeMap;

/// A row as a skip map returns it.
struct Entry {
    key: Vec<u8>,
}

fn rows_by_of_plain_rows() {
    let entries = vec![Entry { key: vec![0; 4] }].into_iter();
    let _ = rowkey::scan::rows_by(entries, |entry: &Entry| &entry.key);
}

#[derive(RowKey)]
struct HostKey {
    host: u32,
}

fn scan_after_a_key() {
    let table = BTreeMap::<Vec<u8>, u32>::new();
    let last = HostKey { host: 7 };
    let _ = HostKey::prefix().scan(|range| table.range(range)).after(&last).count();
}

#[derive(RowKey)]
struct VisitKey {
    #[hash(md5, 4)]
    visitor: String,
    at: u64,
}

fn scan_of_a_hashed_key() {
    let table = BTreeMap::<Vec<u8>, u32>::new();
    for row in VisitKey::prefix().scan(|range| table.range(range)) {
        drop(row);
    }
}

/// An item as fjall returns it: one call away from a row.
struct Guard;

fn scan_of_guards() {
    let open = |_range| vec![Guard].into_iter();
    let _ = HostKey::prefix().scan(open).rev().map(|row| row.unwrap()).count();
}

fn scan_of_one_row() {
    let table = BTreeMap::<Vec<u8>, u32>::new();
    let _ = HostKey::prefix().scan(|range| table.range(range).next()).count();
}

/// A key as redb returns it: its bytes are one call away.
struct AccessGuard;

fn scan_of_rows_without_bytes() {
    let open = |_range| Ok::<_, String>(vec![Ok::<_, String>((AccessGuard, 1))].into_iter());
    for row in HostKey::prefix().scan(open) {
        drop(row);
    }
}

#[derive(RowKey)]
struct PaymentKey {
    country: u16,
    #[salt(md5, 2)]
    customer: u32,
}

fn scan_of_too_many_buckets() {
    let table = BTreeMap::<Vec<u8>, u32>::new();
    let _ = PaymentKey::prefix().country(49).scan(|range| table.range(range)).count();
}

fn main() {}
