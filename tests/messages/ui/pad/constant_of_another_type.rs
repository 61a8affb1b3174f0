use rowkey::RowKey;

const DIGITS: u32 = 6;

#[derive(RowKey)]
struct PaymentKey {
    #[pad(DIGITS)]
    customer: u32,
}

fn main() {}
