// errors: 3
use rowkey::RowKey;
use rowkey::store::{Memory, Rows};

// Each call writes in a read transaction, and gives an error.
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

fn main() {}
