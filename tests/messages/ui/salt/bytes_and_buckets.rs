use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(md5, 2, buckets = 16)]
    customer: u32,
}

fn main() {}
