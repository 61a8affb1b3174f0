use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(phoenix, buckets = 10))]
struct PaymentKey {
    customer: u32,
    payment: u64,
}

fn main() {
    let _ = PaymentKey::prefix().customer(1).range();
}
