// errors: 3
use rowkey::RowKey;
use rowkey::store::{Memory, Rows};

// Format of an index.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(UserByName))]
struct UserKey {
    user: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = UserKey, format = rowkey::Raw)]
struct UserByName {
    #[rowkey(from = value)]
    name: String,
    user: u32,
}

struct Message {
    text: String,
}

#[derive(RowKey)]
#[rowkey(value = Message, format = rowkey::Raw)]
struct FormatOfAnotherValueKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(value = String, indexes(MessageByText))]
struct ValueWithoutAFormatMessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(index_of = ValueWithoutAFormatMessageKey)]
struct MessageByText {
    #[rowkey(from = value)]
    text: String,
    message: u64,
}

fn value_without_a_format() {
    let mut rows = Rows::new(Memory::new());
    let _ = rows.put(&ValueWithoutAFormatMessageKey { message: 1 }, &"hello".into());
    let _ = rows.records(MessageByText::prefix().text("hello"));
}

fn main() {}
