use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    customer: u32,
    paid_at: i64,
    payment: u64,
}

fn main() {
    let _ = PaymentKey::prefix().customer(1).payment(7).range();
}
