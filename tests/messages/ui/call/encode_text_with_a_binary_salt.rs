use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(md5, 2)]
    #[pad(10)]
    customer: u32,
}

fn main() {
    let _ = PaymentKey { customer: 1 }.encode_text();
}
