use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[format("%Y-%m-%d")]
    #[reverse]
    paid: jiff::civil::Date,
}

fn main() {}
