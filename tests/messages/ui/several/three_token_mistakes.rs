// errors: 3
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = "__")]
struct PaymentKey {
    #[pad(0)]
    customer: u32,
    #[salt(sha1, 2)]
    payment: u64,
}

fn main() {
    let key = PaymentKey { customer: 1, payment: 2 };
    let bytes = key.encode();
    let _ = PaymentKey::decode(&bytes);
    let _ = PaymentKey::prefix().customer(1).payment_in(1..5).range();
    let _ = PaymentKey::all();
    println!("{}", PaymentKey::LAYOUT);
}
