use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(md5, buckets = 16, last)]
    customer: u32,
}

fn main() {}
