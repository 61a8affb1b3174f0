use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[format("%Y-%m-%d")]
    #[pad(10)]
    paid: jiff::civil::Date,
}

fn main() {}
