use rowkey::{KeySpace, RowKey};

#[derive(RowKey)]
#[rowkey(namespace = "p")]
struct PaymentKey {
    payment: u64,
}

#[derive(KeySpace)]
#[rowkey(namespace = "rows/")]
enum Row {
    Payment(PaymentKey),
}

fn main() {}
