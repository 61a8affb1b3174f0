use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[format("%y-%m-%d")]
    paid: jiff::civil::Date,
}

fn main() {}
