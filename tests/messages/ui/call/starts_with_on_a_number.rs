// errors: 3
use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    customer: u32,
    #[pad(6)]
    #[descending]
    amount: u16,
    is_paid: bool,
}

fn main() {
    PaymentKey::prefix().customer_starts_with(1);
    PaymentKey::prefix().customer(1).amount_starts_with("1");
    PaymentKey::prefix().customer(1).amount(1).is_paid_starts_with(true);
}
