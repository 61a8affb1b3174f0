use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey<Id> {
    payment: Id,
}

fn main() {
    let key = PaymentKey { payment: 1_u64 };
    let _ = key.try_encode();
}
