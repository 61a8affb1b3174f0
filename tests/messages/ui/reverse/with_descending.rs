use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[reverse]
    #[descending]
    payment: u64,
}

fn main() {}
