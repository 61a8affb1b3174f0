use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    customer: Customer,
    payment: u64,
}

fn main() {}
