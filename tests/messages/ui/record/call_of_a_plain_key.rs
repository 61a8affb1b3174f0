// errors: 9
use rowkey::RowKey;
use rowkey::store::{Memory, Rows};

// A key that is neither the key of records nor an index. Each call with it gives an error.
#[derive(RowKey)]
struct HostKey {
    host: u16,
}

fn reads() {
    let rows = Rows::new(Memory::new());
    let _ = rows.get(&HostKey { host: 7 });
    let _ = rows.find(&HostKey { host: 7 });
    let _ = rows.scan(HostKey::prefix());
    let _ = rows.records(HostKey::prefix());
    let _ = rows.covered(HostKey::prefix());
    let _ = rows.count(HostKey::prefix());
    let _ = rows.verify::<HostKey>(None, 100);
}

fn writes() {
    let mut rows = Rows::new(Memory::new());
    let _ = rows.rebuild::<HostKey>(None, 100);
    let _ = rows.remove_all(HostKey::prefix());
}

fn main() {}
