// errors: 3
use rowkey::{KeyField, RowKey};

#[derive(RowKey)]
struct EncodeTextOfAnEscapedStringPaymentKey {
    shop: String,
    #[pad(20)]
    payment: u64,
}

fn encode_text_of_an_escaped_string() {
    let _ = EncodeTextOfAnEscapedStringPaymentKey { shop: "a".into(), payment: 2 }.encode_text();
}

#[derive(RowKey)]
#[rowkey(delimiter = '_')]
struct EncodeTextOfBinaryPaymentKey {
    #[pad(10)]
    customer: u32,
    payment: u64,
}

fn encode_text_of_binary() {
    let _ = EncodeTextOfBinaryPaymentKey { customer: 1, payment: 2 }.encode_text();
}

#[derive(KeyField)]
enum Channel {
    #[code(1)]
    Taobao,
    #[code(2)]
    Tmall,
}

#[derive(RowKey)]
struct VisitKey {
    channel: Channel,
    #[pad(20)]
    visitor: u64,
}

fn encode_text_of_codes_that_are_numbers() {
    let _ = VisitKey { channel: Channel::Tmall, visitor: 7 }.encode_text();
}

fn main() {}
