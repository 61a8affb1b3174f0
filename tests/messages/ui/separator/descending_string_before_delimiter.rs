use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = '_')]
struct PaymentKey {
    #[descending]
    customer: String,
    payment: u64,
}

fn main() {
    let _ = PaymentKey::prefix().customer("a").payment(1).range();
}
