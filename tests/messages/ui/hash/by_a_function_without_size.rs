use rowkey::RowKey;

fn digest(bytes: &[u8]) -> [u8; 8] {
    (bytes.len() as u64).to_be_bytes()
}

#[derive(RowKey)]
struct PaymentKey {
    #[hash(with = digest)]
    customer: u32,
}

fn main() {}
