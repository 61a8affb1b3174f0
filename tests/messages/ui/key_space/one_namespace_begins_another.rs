use rowkey::{KeySpace, RowKey};

#[derive(RowKey)]
#[rowkey(namespace = "p")]
struct PaymentKey {
    payment: u64,
}

#[derive(RowKey)]
#[rowkey(namespace = "pp")]
struct PartKey {
    part: String,
}

#[derive(KeySpace)]
enum Row {
    Payment(PaymentKey),
    Part(PartKey),
}

fn main() {}
