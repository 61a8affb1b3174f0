// errors: 4
use rowkey::RowKey;
use rowkey::store::{Memory, Rows};

// Put in a read transaction. One for each call.
#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw)]
struct HostKey {
    host: u16,
}

fn put_in_a_read_transaction() {
    let store = Memory::new();
    let mut rows = Rows::new(&store);
    let _ = rows.put(&HostKey { host: 7 }, &"up".into());
    let _ = rows.remove_all(HostKey::prefix());
    let _ = rows.batch(|_| Ok(()));
}

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

fn records_of_a_key_that_is_no_index() {
    let rows = Rows::new(Memory::new());
    let _ = rows.records(MessageKey::prefix());
}

fn main() {}
