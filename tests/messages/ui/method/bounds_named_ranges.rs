use rowkey::RowKey;

#[derive(RowKey)]
struct EventKey {
    ranges: u64,
}

fn main() {}
