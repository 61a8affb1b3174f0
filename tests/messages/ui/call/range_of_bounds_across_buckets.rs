use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(md5, 2)]
    customer: u32,
    payment: u64,
}

fn main() {
    let _ = PaymentKey::prefix().customer_in(1..5).range();
}
