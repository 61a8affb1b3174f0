use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[pad = 6]
    customer: u32,
}

fn main() {}
