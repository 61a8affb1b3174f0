use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[format(iso)]
    paid: jiff::civil::Date,
}

fn main() {}
