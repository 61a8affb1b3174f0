use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(md5, buckets = 0)]
    customer: u32,
}

fn main() {}
