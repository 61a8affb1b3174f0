use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    shop: String,
    #[pad(20)]
    payment: u64,
}

fn main() {
    let _ = PaymentKey { shop: "a".into(), payment: 2 }.encode_text();
}
