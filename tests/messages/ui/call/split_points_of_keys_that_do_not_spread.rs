use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    payment: u64,
}

fn main() {
    let _ = PaymentKey::split_points(8);
}
