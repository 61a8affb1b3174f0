use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[format("%Y-%m-%d")]
    paid: i64,
    payment: u64,
}

fn main() {
    let key = PaymentKey { paid: 1, payment: 2 };
    let _ = key.try_encode();
    let _ = PaymentKey::decode(b"");
    let _ = PaymentKey::prefix().paid_in(1..2).range();
}
