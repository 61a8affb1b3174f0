use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(md5, buckets = BUCKETS)]
    customer: u32,
}

fn main() {}
