// errors: 3 - one for each call
use rowkey::RowKey;
use rowkey::store::{Memory, Rows};

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw)]
struct HostKey {
    host: u16,
}

fn main() {
    let store = Memory::new();
    let mut rows = Rows::new(&store);
    let _ = rows.put(&HostKey { host: 7 }, &"up".into());
    let _ = rows.remove_all(HostKey::prefix());
    let _ = rows.batch(|_| Ok(()));
}
