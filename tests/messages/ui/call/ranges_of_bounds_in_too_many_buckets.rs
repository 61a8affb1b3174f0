use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    country: u16,
    #[salt(md5, 2)]
    customer: u32,
}

fn main() {
    let _ = PaymentKey::prefix().country_in(40..50).ranges();
}
