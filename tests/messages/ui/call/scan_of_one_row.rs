use rowkey::RowKey;
use std::collections::BTreeMap;

#[derive(RowKey)]
struct HostKey {
    host: u32,
}

fn main() {
    let table = BTreeMap::<Vec<u8>, u32>::new();
    let _ = HostKey::prefix().scan(|range| table.range(range).next()).count();
}
