use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    customer: u32,
    paid_at: i64,
}

fn main() {
    let _ = PaymentKey::prefix().customer(1).customer(2).range();
}
