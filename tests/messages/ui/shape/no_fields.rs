use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {}

fn main() {
    let _ = PaymentKey {}.encode();
}
