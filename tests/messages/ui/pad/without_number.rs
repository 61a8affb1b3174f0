use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[pad]
    customer: u32,
}

fn main() {}
