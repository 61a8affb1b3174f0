use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(random, buckets = 16)]
    customer: u32,
}

fn main() {}
