use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[format("%Y-%m-%d %I:%M:%S")]
    paid: jiff::civil::DateTime,
}

fn main() {}
