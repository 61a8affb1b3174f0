use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(phoenix, buckets = 10))]
struct ReceiptKey {
    shop: u32,
    receipt: u64,
}

fn main() {
    let _ = ReceiptKey::prefix().shop(1).range();
}
