use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(modulo, buckets = 16, of(customer, payment)))]
struct PaymentKey {
    customer: u32,
    payment: u64,
}

fn main() {}
