use rowkey::RowKey;
use rowkey::store::{Memory, Rows};

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw)]
struct HostKey {
    host: u16,
}

fn main() {
    let rows = Rows::new(Memory::new());
    for row in rows.scan(HostKey { host: 7 }) {
        let _ = row.unwrap();
    }
}
