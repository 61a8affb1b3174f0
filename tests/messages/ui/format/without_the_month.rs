use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[format("%Y-%d")]
    paid: jiff::civil::Date,
}

fn main() {}
