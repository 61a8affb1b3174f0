use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[format("%Y-%m-%d")]
    paid: String,
}

fn main() {}
