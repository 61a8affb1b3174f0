use rowkey::RowKey;

struct Compact;

#[derive(RowKey)]
struct PaymentKey {
    #[rowkey(codec = Compact)]
    customer: u32,
    payment: u64,
}

fn main() {
    let key = PaymentKey { customer: 1, payment: 2 };
    let _ = key.try_encode();
    let _ = PaymentKey::decode(&[]);
    let _ = PaymentKey::prefix().customer(1).payment_in(..).range();
}
