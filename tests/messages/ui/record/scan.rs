// errors: 2
use rowkey::RowKey;
use rowkey::store::{Memory, Rows};

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw)]
struct HostKey {
    host: u16,
}

fn scan_of_a_borrowed_query() {
    let rows = Rows::new(Memory::new());
    let query = HostKey::prefix();
    let _ = rows.scan(&query);
}

fn scan_of_a_key() {
    let rows = Rows::new(Memory::new());
    for row in rows.scan(HostKey { host: 7 }) {
        let _ = row.unwrap();
    }
}

fn main() {}
