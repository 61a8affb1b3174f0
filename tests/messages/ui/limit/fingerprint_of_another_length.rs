// errors: 2
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(fingerprint = "0x1")]
struct PaymentKey {
    customer: u32,
}

#[derive(RowKey)]
#[rowkey(fingerprint = "0x0123456789abcdef0")]
struct OrderKey {
    customer: u32,
}

fn main() {}
