use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(md5, buckets = 10, of(payment, customer)))]
struct PaymentKey {
    customer: u32,
    payment: u64,
    part: u8,
}

fn main() {
    let _ = PaymentKey::prefix().customer(1).range();
}
