use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[pad(PADDED)]
    customer: u32,
}

fn main() {}
