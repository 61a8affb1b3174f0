// errors: 3 (one for each expression)
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(MessageByText))]
struct MessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = MessageKey, filter = !self.text.is_empty())]
struct MessageByText {
    #[rowkey(from = self.text)]
    text: String,
    #[rowkey(from_each = self.text.split(' '))]
    word: String,
    message: u64,
}

fn main() {}
