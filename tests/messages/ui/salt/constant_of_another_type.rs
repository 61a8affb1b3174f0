// errors: 2
use rowkey::RowKey;

const BUCKETS: usize = 16;
const BYTES: u64 = 2;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(md5, buckets = BUCKETS)]
    customer: u32,
}

#[derive(RowKey)]
struct OrderKey {
    #[salt(md5, BYTES)]
    order: u32,
}

fn main() {}
