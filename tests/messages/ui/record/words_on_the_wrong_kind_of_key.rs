// errors: 9
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(format = rowkey::Raw, indexes(A, A), table = "a", unique, filter = value.open, stores = String)]
struct PlainKey {
    #[rowkey(from = value.author)]
    author: u64,
    #[rowkey(from_each = value.tags)]
    tag: u64,
}

fn main() {}
