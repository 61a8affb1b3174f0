use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[hash(md5, buckets = 16)]
    customer: u32,
}

fn main() {}
