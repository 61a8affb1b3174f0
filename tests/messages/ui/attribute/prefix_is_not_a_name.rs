use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(prefix = "Payment Prefix")]
struct PaymentKey {
    customer: u32,
}

fn main() {
    let _ = PaymentKey::prefix().customer(1).range();
}
