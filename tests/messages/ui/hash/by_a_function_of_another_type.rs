use rowkey::RowKey;

fn digest(bytes: &[u8]) -> u64 {
    bytes.len() as u64
}

#[derive(RowKey)]
struct PaymentKey {
    #[hash(with = digest, 8)]
    customer: u32,
}

fn main() {}
