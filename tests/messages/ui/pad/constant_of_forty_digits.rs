use rowkey::RowKey;

const DIGITS: usize = 39;

#[derive(RowKey)]
struct PaymentKey {
    #[descending]
    #[pad({ DIGITS + 1 })]
    customer: u128,
}

fn main() {}
