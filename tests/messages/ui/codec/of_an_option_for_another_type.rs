use rowkey::{Codec, CodecError, RowKey};

struct Compact;

impl Codec<u16> for Compact {
    type Encoded = [u8; 2];
    const NAME: &'static str = "compact";
    fn encode(value: &u16) -> [u8; 2] {
        value.to_be_bytes()
    }
    fn decode(bytes: [u8; 2]) -> Result<u16, CodecError> {
        Ok(u16::from_be_bytes(bytes))
    }
}

#[derive(RowKey)]
struct OrderKey {
    #[rowkey(codec = Compact)]
    order: Option<u32>,
}

fn main() {}
