use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[pad(99999999999999999999)]
    customer: String,
}

fn main() {}
