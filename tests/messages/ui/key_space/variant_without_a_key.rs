use rowkey::{KeySpace, RowKey};

#[derive(RowKey)]
#[rowkey(namespace = "p")]
struct PaymentKey {
    payment: u64,
}

#[derive(KeySpace)]
enum Row {
    Payment(PaymentKey),
    Header,
}

fn main() {
    let _ = Row::Header.try_encode();
}
