use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[pad(6,, 'x')]
    customer: String,
}

fn main() {}
