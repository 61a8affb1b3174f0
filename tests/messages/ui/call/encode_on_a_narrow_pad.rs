use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[pad(6)]
    customer: u32,
    payment: u64,
}

fn main() {
    let _ = PaymentKey { customer: 1, payment: 2 }.encode();
}
