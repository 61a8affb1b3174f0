use rowkey::RowKey;

#[derive(RowKey)]
struct EventKey {
    scan_rev: u64,
}

fn main() {}
