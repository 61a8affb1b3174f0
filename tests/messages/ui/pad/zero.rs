use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[pad(0)]
    customer: u32,
}

fn main() {}
