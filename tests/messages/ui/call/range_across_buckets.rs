use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    country: u16,
    #[salt(md5, 2)]
    customer: u32,
}

fn main() {
    let _ = PaymentKey::prefix().country(49).range();
}
