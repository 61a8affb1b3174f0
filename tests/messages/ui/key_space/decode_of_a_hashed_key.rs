use rowkey::{KeySpace, RowKey};

#[derive(RowKey)]
#[rowkey(namespace = "p")]
struct PaymentKey {
    payment: u64,
}

#[derive(RowKey)]
#[rowkey(namespace = "v")]
struct VisitKey {
    #[hash(md5, 4)]
    visitor: String,
}

#[derive(KeySpace)]
enum Row {
    Payment(PaymentKey),
    Visit(VisitKey),
}

fn main() {
    let _ = Row::decode(b"");
}
