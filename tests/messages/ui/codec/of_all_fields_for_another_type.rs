use rowkey::RowKey;
use rowkey_formats::{CockroachBytes, CockroachInteger};

#[derive(RowKey)]
#[rowkey(fields = CockroachInteger)]
struct NameRow {
    table: u32,
    index: u32,
    #[rowkey(codec = CockroachBytes)]
    name: String,
    mail: String,
}

fn main() {}
