use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(with = spread, buckets = 16)]
    customer: u32,
}

fn main() {}
