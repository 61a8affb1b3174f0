use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(random, buckets = 16))]
struct PaymentKey {
    customer: u32,
}

fn main() {
    let _ = PaymentKey::prefix().customer(1).range();
}
