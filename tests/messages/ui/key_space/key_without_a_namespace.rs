use rowkey::{KeySpace, RowKey};

#[derive(RowKey)]
struct PaymentKey {
    payment: u64,
}

#[derive(RowKey)]
#[rowkey(namespace = "c")]
struct CustomerKey {
    customer: String,
}

#[derive(KeySpace)]
enum Row {
    Payment(PaymentKey),
    Customer(CustomerKey),
}

fn main() {}
