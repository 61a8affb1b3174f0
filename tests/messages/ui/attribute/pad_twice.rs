use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[pad(6)]
    #[pad(8)]
    customer: u32,
}

fn main() {}
