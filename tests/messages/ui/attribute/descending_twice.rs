use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[descending]
    #[descending]
    paid_at: i64,
}

fn main() {}
