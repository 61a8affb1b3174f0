use rowkey::RowKey;
use std::collections::HashMap;

#[derive(RowKey)]
struct PaymentKey {
    customer: u32,
    tags: HashMap<String, String>,
    payment: u64,
}

fn main() {
    let key = PaymentKey { customer: 1, tags: HashMap::new(), payment: 2 };
    let _ = key.try_encode();
    let _ = key.encode();
    let _ = PaymentKey::decode(&[]);
    let _ = PaymentKey::prefix().customer(1).tags(&key.tags).payment_in(..).range();
}
