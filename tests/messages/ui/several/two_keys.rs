// errors: 2
use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    customer: usize,
}

#[derive(RowKey)]
struct CustomerKey {
    customer: usize,
}

fn main() {}
