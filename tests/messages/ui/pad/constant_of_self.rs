use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[pad(Self::DIGITS)]
    customer: u32,
}

impl PaymentKey {
    const DIGITS: usize = 6;
}

fn main() {}
