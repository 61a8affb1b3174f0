use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[rowkey(desc)]
    paid_at: i64,
}

fn main() {}
