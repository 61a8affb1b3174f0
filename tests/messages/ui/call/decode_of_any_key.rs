use rowkey::RowKey;

fn key<K: RowKey>(bytes: &[u8]) -> Option<K> {
    K::decode(bytes).ok()
}

fn main() {}
