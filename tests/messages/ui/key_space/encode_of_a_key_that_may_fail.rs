use rowkey::{KeySpace, RowKey};

#[derive(RowKey)]
#[rowkey(namespace = "p")]
struct PaymentKey {
    payment: u64,
}

#[derive(RowKey)]
#[rowkey(namespace = "c")]
struct CustomerKey {
    #[pad(6)]
    customer: u32,
}

#[derive(KeySpace)]
enum Row {
    Payment(PaymentKey),
    Customer(CustomerKey),
}

fn main() {
    let _ = Row::from(PaymentKey { payment: 1 }).encode();
}
