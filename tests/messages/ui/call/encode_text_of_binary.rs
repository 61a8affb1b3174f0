use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = '_')]
struct PaymentKey {
    #[pad(10)]
    customer: u32,
    payment: u64,
}

fn main() {
    let _ = PaymentKey { customer: 1, payment: 2 }.encode_text();
}
