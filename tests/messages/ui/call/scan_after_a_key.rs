use rowkey::RowKey;
use std::collections::BTreeMap;

#[derive(RowKey)]
struct HostKey {
    host: u32,
}

fn main() {
    let table = BTreeMap::<Vec<u8>, u32>::new();
    let last = HostKey { host: 7 };
    let _ = HostKey::prefix().scan(|range| table.range(range)).after(&last).count();
}
