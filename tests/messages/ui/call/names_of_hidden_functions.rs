// errors: 2
use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    customer: u32,
}

fn main() {
    let _ = PaymentKey { customer: 1 }.to_bytes();
    let _ = PaymentKey::prefix().within(1..2);
}
