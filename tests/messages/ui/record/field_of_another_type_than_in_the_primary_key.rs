use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(MessageByText))]
struct MessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey, unique)]
struct MessageByText {
    #[rowkey(from = value)]
    text: String,
    message: u32,
}

fn main() {}
