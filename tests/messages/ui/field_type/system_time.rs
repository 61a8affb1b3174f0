use rowkey::RowKey;
use std::time::SystemTime;

#[derive(RowKey)]
struct EventKey {
    at: SystemTime,
}

fn main() {}
