// errors: 2: the crate has two keys whose fields have the same names
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(md5, buckets = 16, of(customer)))]
struct PaymentKey {
    country: u16,
    customer: u64,
    paid_at: u64,
}

#[derive(RowKey)]
struct RefundKey {
    country: u16,
    customer: u64,
    paid_at: u64,
}

fn a_skipped_field() {
    let _ = RefundKey::prefix().customer(1).range();
}

fn range_across_buckets() {
    let _ = PaymentKey::prefix().country(49).range();
}

fn main() {}
