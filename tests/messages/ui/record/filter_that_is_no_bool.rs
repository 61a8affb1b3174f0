use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(MessageByLength))]
struct MessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey, filter = value.strip_prefix('#'))]
struct MessageByLength {
    #[rowkey(from = value.len() as u64)]
    length: u64,
    message: u64,
}

fn main() {}
