// errors: 3
use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[format("%s")]
    seconds: jiff::civil::DateTime,
    #[format("%Y-%m-%d %H:%M:%S %z")]
    zoned: jiff::civil::DateTime,
    #[format("%D")]
    american: jiff::civil::Date,
}

fn main() {}
