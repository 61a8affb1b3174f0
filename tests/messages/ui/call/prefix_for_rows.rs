use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    customer: u32,
    paid_at: i64,
}

fn main() {
    let _ = PaymentKey { customer: 1, paid_at: 2 };
    for _row in PaymentKey::prefix().customer(1) {}
}
