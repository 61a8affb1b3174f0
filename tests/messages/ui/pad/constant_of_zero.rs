use rowkey::RowKey;

const DIGITS: usize = 0;

#[derive(RowKey)]
struct PaymentKey {
    #[pad(DIGITS)]
    customer: u32,
}

fn main() {}
