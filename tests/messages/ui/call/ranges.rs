// errors: 2
use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    country: u16,
    #[salt(md5, 2)]
    customer: u32,
}

fn ranges_of_bounds_in_too_many_buckets() {
    let _ = PaymentKey::prefix().country_in(40..50).ranges();
}

fn ranges_of_too_many_buckets() {
    let _ = PaymentKey::prefix().country(49).ranges();
}

fn main() {}
