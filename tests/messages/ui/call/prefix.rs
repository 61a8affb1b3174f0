// errors: 9
use rowkey::RowKey;
use std::ops::RangeBounds;

#[derive(RowKey)]
struct PaymentKey {
    customer: u32,
    paid_at: i64,
    payment: u64,
}

fn field_set_after_bounds() {
    let _ = PaymentKey::prefix().customer_in(1..5).payment(7).range();
}

#[derive(RowKey)]
struct MessageKey {
    message: u32,
}

fn names_of_hidden_functions() {
    let _ = MessageKey { message: 1 }.to_bytes();
    let _ = MessageKey::prefix().within(1..2);
}

#[derive(RowKey)]
struct TicketKey {
    #[salt(md5, buckets = 16)]
    ticket: u64,
}

fn possible_keys_without_a_random_salt() {
    let _ = TicketKey { ticket: 1 }.possible_keys();
}

fn rows(_: impl RangeBounds<Vec<u8>>) {}

fn prefix_for_a_range() {
    rows(PaymentKey::prefix().customer(1));
}

fn prefix_for_rows() {
    let _ = PaymentKey { customer: 1, paid_at: 2, payment: 3 };
    for _row in PaymentKey::prefix().customer(1) {}
}

fn prefix_out_of_order() {
    let _ = PaymentKey::prefix().paid_at_in(0..10).customer(1).range();
}

fn prefix_sets_a_field_twice() {
    let _ = PaymentKey::prefix().customer(1).customer(2).range();
}

fn prefix_skips_a_field() {
    let _ = PaymentKey::prefix().customer(1).payment(7).range();
}

fn main() {}
