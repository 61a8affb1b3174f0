// errors: 4
use rowkey::RowKey;
use std::ops::RangeBounds;

#[derive(RowKey)]
struct EventKey {
    sensor: u32,
    at: i64,
}

fn rows(_: impl RangeBounds<[u8]>) {}

fn bounds_for_a_range() {
    rows(EventKey::prefix().sensor(1).at_in(3..));
}

#[derive(RowKey)]
struct PaymentKey {
    country: u16,
    #[salt(md5, 2)]
    customer: u32,
}

fn range_across_buckets() {
    let _ = PaymentKey::prefix().country(49).range();
}

#[derive(RowKey)]
#[rowkey(salt(md5, buckets = 10, of(visit, visitor)))]
struct VisitKey {
    visitor: u32,
    visit: u64,
    part: u8,
}

fn range_across_buckets_of_two_fields() {
    let _ = VisitKey::prefix().visitor(1).range();
}

#[derive(RowKey)]
struct HostKey {
    #[salt(md5, 2)]
    host: u32,
    port: u64,
}

fn range_of_bounds_across_buckets() {
    let _ = HostKey::prefix().host_in(1..5).range();
}

fn main() {}
