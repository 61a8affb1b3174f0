use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[format("%H:%M")]
    paid: jiff::civil::Date,
}

fn main() {}
