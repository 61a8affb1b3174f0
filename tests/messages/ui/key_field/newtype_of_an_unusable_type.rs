use rowkey::{KeyField, RowKey};
use std::collections::HashMap;

#[derive(KeyField)]
struct Tags(HashMap<String, String>);

#[derive(RowKey)]
struct PaymentKey {
    tags: Tags,
    payment: u64,
}

fn main() {
    let key = PaymentKey { tags: Tags(HashMap::new()), payment: 1 };
    let _ = key.try_encode();
    let _ = PaymentKey::decode(b"");
    let _ = PaymentKey::prefix().tags(&key.tags).payment_in(..).range();
}
