// errors: 2
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = b'\xFF')]
struct EncodeOfBytesBeforeAByteThatNoTextContainsMemberKey {
    room: Vec<u8>,
    user: String,
}

fn encode_of_bytes_before_a_byte_that_no_text_contains() {
    let _ = EncodeOfBytesBeforeAByteThatNoTextContainsMemberKey { room: Vec::new(), user: String::new() }.encode();
}

#[derive(RowKey)]
#[rowkey(delimiter = b'\xFF')]
struct EncodeTextWithAByteThatNoTextContainsMemberKey {
    room: String,
    user: String,
}

fn encode_text_with_a_byte_that_no_text_contains() {
    let _ = EncodeTextWithAByteThatNoTextContainsMemberKey { room: String::new(), user: String::new() }.encode_text();
}

fn main() {}
