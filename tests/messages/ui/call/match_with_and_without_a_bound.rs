// errors: 1
use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    customer: u32,
    paid_at: i64,
}

// The page on messages says what to write: `None => query.paid_at_in(..)`.
fn of_customer(from: Option<i64>) {
    let query = PaymentKey::prefix().customer(1);
    let _ = match from {
        Some(from) => query.paid_at_in(from..),
        None => query,
    };
}

fn main() {}
