// errors: 2
use rowkey::{KeySpace, RowKey};

#[derive(KeySpace)]
enum NoVariants {}

// Two variants of one key.
#[derive(RowKey)]
#[rowkey(namespace = "p")]
struct PaymentKey {
    payment: u64,
}

#[derive(KeySpace)]
enum TwoVariantsOfOneKeyRow {
    Payment(PaymentKey),
    Refund(PaymentKey),
}

fn main() {}
