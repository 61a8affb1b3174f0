use rowkey::{Codec, CodecError, InOrder, RowKey};

struct Compact;

impl Codec<u16> for Compact {
    type Encoded = InOrder<[u8; 2]>;
    const NAME: &'static str = "compact";

    fn encode(value: &u16) -> InOrder<[u8; 2]> {
        InOrder(value.to_be_bytes())
    }

    fn decode(bytes: [u8; 2]) -> Result<u16, CodecError> {
        Ok(u16::from_be_bytes(bytes))
    }
}

#[derive(RowKey)]
struct PaymentKey {
    #[rowkey(codec = Compact)]
    customer: u32,
}

fn main() {}
