use rowkey::RowKey;
use std::ops::RangeBounds;

#[derive(RowKey)]
struct PaymentKey {
    customer: u32,
    paid_at: i64,
}

fn rows(_: impl RangeBounds<Vec<u8>>) {}

fn main() {
    rows(PaymentKey::prefix().customer(1));
}
