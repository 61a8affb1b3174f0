use rowkey::RowKey;

fn digest(_: &[u8]) -> [u8; 0] {
    []
}

#[derive(RowKey)]
struct PaymentKey {
    #[hash(with = digest, 0)]
    customer: u32,
}

fn main() {}
