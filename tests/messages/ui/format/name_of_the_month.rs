use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[format("%Y-%b-%d")]
    paid: jiff::civil::Date,
}

fn main() {}
