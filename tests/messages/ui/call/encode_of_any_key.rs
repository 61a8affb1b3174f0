use rowkey::RowKey;

fn bytes<K: RowKey>(key: &K) -> Vec<u8> {
    key.encode().into()
}

fn main() {}
