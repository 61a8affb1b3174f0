// errors: 3
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(terminator = '\0', delimiter = '_')]
struct PaymentKey {
    page: u64,
    #[pad]
    customer: u32,
    #[pad(6)]
    degrees: f32,
}

fn main() {
    let key = PaymentKey { page: 1, customer: 2, degrees: 3.0 };
    let bytes = key.encode();
    let _ = PaymentKey::decode(&bytes);
    let _ = PaymentKey::prefix().page(1).customer_in(1..5).range();
}
