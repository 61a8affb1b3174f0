use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    customer: u32,
    payment: u64,
}

fn main() {
    let _ = PaymentKey::prefix().customer_in(1..5).payment(7).range();
}
