use rowkey::{KeySpace, RowKey};

#[derive(RowKey)]
#[rowkey(namespace = "p")]
struct PaymentKey {
    payment: u64,
}

#[derive(KeySpace)]
enum Row {
    Payment(PaymentKey),
    Customer(u32),
}

fn main() {
    let _ = Row::Customer(1).try_encode();
    let _ = Row::decode(b"p");
}
