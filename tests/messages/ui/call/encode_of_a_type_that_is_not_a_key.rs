use rowkey::RowKey;

struct PaymentKey {
    customer: u32,
}

fn bytes<K: RowKey>(key: &K) -> Vec<u8> {
    key.try_encode().unwrap().into()
}

fn main() {
    bytes(&PaymentKey { customer: 1 });
}
