use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[descending(true)]
    paid_at: i64,
}

fn main() {}
