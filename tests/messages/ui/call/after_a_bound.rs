// errors: 1
use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    customer: u32,
    paid_at: i64,
    payment: u64,
}

fn main() {
    PaymentKey::prefix().customer(1).paid_at_in(3..9).payment(7);
}
