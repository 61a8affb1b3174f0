// errors: 5
use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    customer: u32,
    paid_at: i64,
}

fn after_without_scan() {
    PaymentKey::prefix().customer(1).after(b"last");
    PaymentKey::prefix().customer(1).paid_at_in(3..).after(b"last");
}

fn rev_without_scan() {
    PaymentKey::prefix().rev();
    PaymentKey::prefix().customer_in(1..).rev();
}

#[derive(RowKey)]
struct JobKey {
    queue: u32,
    after: u64,
}

fn a_field_of_the_same_name_is_not_next() {
    JobKey::prefix().after(7);
}

fn main() {}
