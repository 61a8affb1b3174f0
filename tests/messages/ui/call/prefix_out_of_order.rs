use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    customer: u32,
    paid_at: i64,
}

fn main() {
    let _ = PaymentKey::prefix().paid_at_in(0..10).customer(1).range();
}
