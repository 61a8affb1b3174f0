use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(buckets = 16)]
    customer: u32,
}

fn main() {}
