use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[format("")]
    paid: jiff::civil::Date,
}

fn main() {}
