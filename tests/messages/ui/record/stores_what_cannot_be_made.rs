use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(MessageByText))]
struct MessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey, stores = Vec<u8>)]
struct MessageByText {
    #[rowkey(from = value)]
    text: String,
    message: u64,
}

fn main() {}
