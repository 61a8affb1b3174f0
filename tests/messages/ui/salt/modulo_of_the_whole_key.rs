use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(modulo, buckets = 16))]
struct PaymentKey {
    customer: u32,
    payment: u64,
}

fn main() {}
