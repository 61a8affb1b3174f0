use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[pad(6)]
    customer: Option<u32>,
}

fn main() {}
