use rowkey::{KeyField, RowKey};

#[derive(KeyField)]
struct Output {
    #[bytes(3)]
    height: u32,
    transaction: u16,
}

#[derive(RowKey)]
struct SpentKey {
    output: Output,
    spent: u64,
}

fn main() {
    let _ = SpentKey::prefix().output_in(&Output { height: 1, transaction: 0 }..);
}
