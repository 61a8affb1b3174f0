// errors: 5
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, table = "", indexes(MessageByText))]
struct MessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey, unique, salt(random, buckets = 4), stores = 5)]
struct MessageByText {
    #[rowkey(from_each = value.chars(), from = value)]
    text: String,
    #[rowkey(from_each = value.bytes())]
    byte: u8,
    message: u64,
}

fn main() {}
