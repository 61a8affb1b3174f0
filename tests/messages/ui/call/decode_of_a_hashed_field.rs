use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[hash(md5, 4)]
    customer: String,
    payment: u64,
}

fn main() {
    let _ = PaymentKey::decode(b"0123456789ab");
}
