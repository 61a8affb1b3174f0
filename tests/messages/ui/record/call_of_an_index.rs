// errors: 6
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

fn covered_of_an_index_that_stores_nothing() {
    let rows = Rows::new(Memory::new());
    let _ = rows.covered(MessageByText::prefix());
}

fn find_by_an_index_that_is_not_unique() {
    let rows = Rows::new(Memory::new());
    let _ = rows.find(&MessageByText { text: String::new(), message: 7 });
}

fn get_of_an_index() {
    let rows = Rows::new(Memory::new());
    let _ = rows.get(&MessageByText { text: String::new(), message: 7 });
}

fn put_of_an_index() {
    let mut rows = Rows::new(Memory::new());
    rows.put(&MessageByText { text: String::new(), message: 7 }, &"hello".to_string()).unwrap();
}

fn scan_of_an_index() {
    let rows = Rows::new(Memory::new());
    for row in rows.scan(MessageByText::prefix()) {
        let (key, text) = row.unwrap();
        println!("{}: {text}", key.message);
    }
}

fn records_of_a_key_that_is_no_index() {
    let rows = Rows::new(Memory::new());
    let _ = rows.records(MessageKey::prefix());
}

fn main() {}
