// errors: 6
use rowkey::RowKey;

#[derive(RowKey)]
struct BlobKey<'a> {
    #[descending]
    name: &'a [u8],
}

fn decode_into_a_descending_borrow() {
    let _ = BlobKey::decode(b"");
}

#[derive(RowKey)]
struct DecodeIntoAReversedBorrowHostKey<'a> {
    #[reverse]
    host: &'a str,
}

fn decode_into_a_reversed_borrow() {
    let _ = DecodeIntoAReversedBorrowHostKey::decode(b"");
}

#[derive(RowKey)]
struct DecodeIntoAnEscapedBorrowHostKey<'a> {
    host: &'a str,
    port: u16,
}

fn decode_into_an_escaped_borrow() {
    let key = DecodeIntoAnEscapedBorrowHostKey { host: "a", port: 80 };
    let _ = DecodeIntoAnEscapedBorrowHostKey::decode(&key.encode());
}

#[derive(RowKey)]
struct PathKey<'a> {
    path: [&'a str; 2],
}

fn decode_of_a_borrow_within_an_array() {
    let _ = PathKey::decode(b"a\0\0b\0\0");
}

#[derive(RowKey)]
struct PaymentKey {
    #[hash(md5, 4)]
    customer: String,
    payment: u64,
}

fn decode_of_a_hashed_field() {
    let _ = PaymentKey::decode(b"0123456789ab");
}

// Decode of any key.
fn key<K: RowKey>(bytes: &[u8]) -> Option<K> {
    K::decode(bytes).ok()
}

fn main() {}
