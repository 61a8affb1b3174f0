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
    let rows = Rows::new(Memory::new());
    let _ = rows.get(&MessageByText { text: String::new(), message: 7 });
}
