// errors: 2
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
enum DecodeOfAHashedKeyRow {
    Payment(PaymentKey),
    Visit(VisitKey),
}

fn decode_of_a_hashed_key() {
    let _ = DecodeOfAHashedKeyRow::decode(b"");
}

#[derive(RowKey)]
#[rowkey(namespace = "c")]
struct CustomerKey {
    #[pad(6)]
    customer: u32,
}

#[derive(KeySpace)]
enum EncodeOfAKeyThatMayFailRow {
    Payment(PaymentKey),
    Customer(CustomerKey),
}

fn encode_of_a_key_that_may_fail() {
    let _ = EncodeOfAKeyThatMayFailRow::from(PaymentKey { payment: 1 }).encode();
}

fn main() {}
