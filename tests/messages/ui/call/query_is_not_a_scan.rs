// errors: 4
use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    customer: u32,
    paid_at: i64,
}

fn main() {
    PaymentKey::prefix().customer(1).after(b"last");
    PaymentKey::prefix().customer(1).paid_at_in(3..).after(b"last");
    PaymentKey::prefix().page(None::<&str>, 20);
    PaymentKey::prefix().rev();
}
