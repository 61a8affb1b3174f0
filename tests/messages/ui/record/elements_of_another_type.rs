use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(MessageByWord))]
struct MessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey)]
struct MessageByWord {
    #[rowkey(from_each = value.split_whitespace().map(str::len))]
    word: String,
    message: u64,
}

fn main() {}
