use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    customer: u32,
    name: String,
}

fn main() {
    let _ = PaymentKey::prefix().customer("123").range();
}
