use rowkey::RowKey;
use std::collections::BTreeMap;

#[derive(RowKey)]
struct HostKey {
    host: u32,
}

fn main() {
    let table = BTreeMap::<Vec<u8>, u32>::new();
    let mut rows = table.iter();
    let _ = HostKey::prefix().scan(|_| std::iter::from_fn(|| rows.next())).rev().count();
}
