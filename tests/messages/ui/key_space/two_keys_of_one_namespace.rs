use rowkey::{KeySpace, RowKey};

#[derive(RowKey)]
#[rowkey(namespace = "p")]
struct PaymentKey {
    payment: u64,
}

#[derive(RowKey)]
#[rowkey(namespace = "p")]
struct PartKey {
    part: u64,
}

#[derive(KeySpace)]
enum Row {
    Payment(PaymentKey),
    Part(PartKey),
}

fn main() {}
