// errors: 1
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "rowkey.layouts")]
struct MessageKey {
    message: u64,
}

fn main() {}
