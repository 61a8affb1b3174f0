// errors: 2
use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(md5, buckets = Self::BUCKETS)]
    customer: u32,
}

#[derive(RowKey)]
struct OrderKey {
    #[salt(md5, 1 + 1)]
    order: u32,
}

fn main() {}
