use rowkey::RowKey;

const DIGITS: usize = 6;

#[derive(RowKey)]
struct PaymentKey {
    #[pad(DIGITS)]
    customer: u32,
}

fn main() {}
