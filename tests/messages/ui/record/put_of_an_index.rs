use rowkey::RowKey;
use rowkey::store::{Memory, Rows};

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(MessageByText))]
struct MessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey)]
struct MessageByText {
    #[rowkey(from = value)]
    text: String,
    message: u64,
}

fn main() {
    let mut rows = Rows::new(Memory::new());
    rows.put(&MessageByText { text: String::new(), message: 7 }, &"hello".to_string()).unwrap();
}
