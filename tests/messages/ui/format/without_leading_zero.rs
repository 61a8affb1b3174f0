use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[format("%Y-%-m-%d")]
    paid: jiff::civil::Date,
}

fn main() {}
