use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    customer: u32,
    payment: u64,
}

fn bytes<K: RowKey>(key: &K) -> Vec<u8> {
    key.try_encode().unwrap().into()
}

fn main() {
    bytes(&PaymentKey::prefix().customer(1));
}
