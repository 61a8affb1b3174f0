use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[pad(19)]
    #[descending]
    paid_at: i64,
}

fn main() {
    let _ = PaymentKey { paid_at: 1 }.encode();
}
