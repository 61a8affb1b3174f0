use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[desc]
    paid_at: i64,
}

fn main() {}
