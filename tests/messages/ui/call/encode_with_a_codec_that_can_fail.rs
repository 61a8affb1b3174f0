use rowkey::{Codec, CodecError, RowKey};

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
struct PaymentKey {
    #[rowkey(codec = Small)]
    customer: u32,
}

fn main() {
    let _ = PaymentKey { customer: 1 }.encode();
}
