// errors: 3
use rowkey::RowKey;
use std::collections::HashMap;

#[derive(RowKey)]
struct PaymentKey {
    #[pad(6)]
    customer: f32,
    tags: HashMap<String, String>,
    #[reverse]
    page: Option<u64>,
    payment: u64,
}

fn main() {
    let key = PaymentKey { customer: 1.0, tags: HashMap::new(), page: None, payment: 2 };
    let _ = key.try_encode();
    let bytes = key.encode();
    let _ = PaymentKey::decode(&bytes);
    let _ = PaymentKey::prefix().customer(1.0).tags(&key.tags).page(None).payment_in(1..5).range();
    println!("{}", PaymentKey::LAYOUT);
}
