use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[pad(40)]
    customer: u128,
}

fn main() {}
