use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    payment: u64,
}

fn main() {
    let _ = PaymentKey::prefix().payment_starts_with("1").range();
}
