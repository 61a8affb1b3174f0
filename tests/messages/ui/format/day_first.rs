use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[format("%d-%m-%Y")]
    paid: jiff::civil::Date,
}

fn main() {}
