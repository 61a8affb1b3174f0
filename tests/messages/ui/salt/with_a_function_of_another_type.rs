use rowkey::RowKey;

fn spread(text: &str) -> u64 {
    text.len() as u64
}

#[derive(RowKey)]
struct PaymentKey {
    #[salt(with = spread, buckets = 16)]
    customer: u32,
}

fn main() {}
