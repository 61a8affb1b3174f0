use rowkey::RowKey;
use std::collections::BTreeMap;

#[derive(RowKey)]
struct PaymentKey {
    #[pad(0)]
    customer: u32,
    payment: u64,
}

fn main() {
    let key = PaymentKey { customer: 1, payment: 2 };
    let _ = (key.encode(), key.try_encode(), key.encode_text(), key.encode_in(1), key.possible_keys());
    let _ = PaymentKey::decode(b"");
    let _ = PaymentKey::split_points(4);
    let table = BTreeMap::<Vec<u8>, u32>::new();
    let _ = PaymentKey::prefix().customer(1).ranges().len();
    let _ = PaymentKey::prefix().customer_in(1..2).scan(|range| table.range(range)).after(b"").count();
}
