use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[reverse]
    payment: u64,
}

fn main() {
    let _ = PaymentKey::prefix().payment_in(1..5).range();
}
