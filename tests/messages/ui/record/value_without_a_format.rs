use rowkey::RowKey;
use rowkey::store::{Memory, Rows};

#[derive(RowKey)]
#[rowkey(value = String, indexes(MessageByText))]
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
    let _ = rows.put(&MessageKey { message: 1 }, &"hello".into());
    let _ = rows.records(MessageByText::prefix().text("hello"));
}
