use rowkey::RowKey;
use rowkey::store::{Memory, Rows};

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw)]
struct HostKey {
    host: u16,
}

fn main() {
    let rows = Rows::new(Memory::new());
    let query = HostKey::prefix();
    let _ = rows.scan(&query);
}
