// errors: 7
use rowkey::{Codec, CodecError, RowKey};

// Encode of any key.
fn bytes<K: RowKey>(key: &K) -> Vec<u8> {
    key.encode().into()
}

#[derive(RowKey)]
#[rowkey(delimiter = '_')]
struct EncodeOnADelimitedStringHostKey {
    host: String,
    port: u16,
}

fn encode_on_a_delimited_string() {
    let _ = EncodeOnADelimitedStringHostKey { host: String::new(), port: 80 }.encode();
}

#[derive(RowKey)]
struct EncodeOnANarrowPadPaymentKey {
    #[pad(6)]
    customer: u32,
    payment: u64,
}

fn encode_on_a_narrow_pad() {
    let _ = EncodeOnANarrowPadPaymentKey { customer: 1, payment: 2 }.encode();
}

#[derive(RowKey)]
struct EncodeOnAPaddedStringHostKey {
    #[pad(20)]
    host: String,
}

fn encode_on_a_padded_string() {
    let _ = EncodeOnAPaddedStringHostKey { host: String::new() }.encode();
}

#[derive(RowKey)]
struct EncodeOnASignedPadPaymentKey {
    #[pad(19)]
    #[descending]
    paid_at: i64,
}

fn encode_on_a_signed_pad() {
    let _ = EncodeOnASignedPadPaymentKey { paid_at: 1 }.encode();
}

struct Small;

impl Codec<u32> for Small {
    type Encoded = Result<[u8; 1], &'static str>;
    const NAME: &'static str = "small";

    fn encode(value: &u32) -> Result<[u8; 1], &'static str> {
        (*value).try_into().map(|byte| [byte]).map_err(|_| "below 256 only")
    }

    fn decode(bytes: [u8; 1]) -> Result<u32, CodecError> {
        Ok(bytes[0].into())
    }
}

#[derive(RowKey)]
struct EncodeWithACodecThatCanFailPaymentKey {
    #[rowkey(codec = Small)]
    customer: u32,
}

fn encode_with_a_codec_that_can_fail() {
    let _ = EncodeWithACodecThatCanFailPaymentKey { customer: 1 }.encode();
}

#[derive(RowKey)]
#[rowkey(salt(random, buckets = 16))]
struct PaymentKey {
    customer: u32,
}

fn encode_with_a_random_salt() {
    let _ = PaymentKey { customer: 1 }.encode();
}

fn main() {}
