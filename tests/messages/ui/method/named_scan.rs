use rowkey::RowKey;

#[derive(RowKey)]
struct EventKey {
    scan: u64,
}

fn main() {}
