// errors: 2 - one for each index
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(MessageByAuthor, MessageByDay))]
struct MessageKey {
    conversation: u32,
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey)]
struct MessageByAuthor {
    author: String,
    conversation: u32,
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey, unique)]
struct MessageByDay {
    day: u32,
}

fn main() {}
