use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[pad(6)]
    #[reverse]
    payment: u64,
}

fn main() {
    let _ = PaymentKey::prefix().payment_in(1..5).range();
}
