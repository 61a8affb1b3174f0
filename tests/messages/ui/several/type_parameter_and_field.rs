// errors: 2
use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey<Id> {
    payment: Id,
    #[pad]
    customer: u32,
}

fn main() {}
