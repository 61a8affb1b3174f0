use rowkey::RowKey;

#[derive(RowKey)]
struct ReceiptKey {
    #[reverse]
    receipt: u64,
}

fn main() {
    let _ = ReceiptKey::prefix().receipt_in(1..5).range();
}
