use rowkey::RowKey;
use std::collections::BTreeMap;

#[derive(RowKey)]
struct PaymentKey {
    country: u16,
    #[salt(md5, 2)]
    customer: u32,
}

fn main() {
    let table = BTreeMap::<Vec<u8>, u32>::new();
    let _ = PaymentKey::prefix().country(49).scan(|range| table.range(range)).count();
}
