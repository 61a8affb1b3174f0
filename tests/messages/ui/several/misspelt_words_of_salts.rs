// errors: 3
use rowkey::RowKey;

fn spread(bytes: &[u8]) -> u64 {
    bytes.len() as u64
}

#[derive(RowKey)]
#[rowkey(salt(md5, 2, off(customer)))]
struct PaymentKey {
    customer: u32,
    payment: u64,
}

#[derive(RowKey)]
struct CustomerKey {
    #[salt(md5, bucket = 24)]
    customer: u32,
}

#[derive(RowKey)]
struct NameKey {
    #[salt(wiht = spread, buckets = 16)]
    name: String,
}

fn main() {}
