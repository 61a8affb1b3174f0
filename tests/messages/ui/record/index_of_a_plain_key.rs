// errors: 1
use rowkey::RowKey;

#[derive(RowKey)]
struct MessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey)]
struct MessageByText {
    message: u64,
}

fn main() {}
