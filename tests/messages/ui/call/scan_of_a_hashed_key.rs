use rowkey::RowKey;
use std::collections::BTreeMap;

#[derive(RowKey)]
struct VisitKey {
    #[hash(md5, 4)]
    visitor: String,
    at: u64,
}

fn main() {
    let table = BTreeMap::<Vec<u8>, u32>::new();
    for row in VisitKey::prefix().scan(|range| table.range(range)) {
        drop(row);
    }
}
