use rowkey::RowKey;
use rowkey::store::{Memory, Rows};

#[derive(RowKey)]
struct HostKey {
    host: u16,
}

fn main() {
    let rows = Rows::new(Memory::new());
    let _ = rows.verify::<HostKey>(None, 100);
}
