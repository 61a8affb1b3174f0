// errors: 2
use rowkey::{Codec, CodecError, RowKey, codecs::InOrder};

struct ForAnotherTypeCompact;

impl Codec<u16> for ForAnotherTypeCompact {
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
struct ForAnotherTypeKey {
    #[rowkey(codec = ForAnotherTypeCompact)]
    customer: u32,
}

struct OfAnOptionForAnotherTypeCompact;

impl Codec<u16> for OfAnOptionForAnotherTypeCompact {
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
struct OfAnOptionForAnotherTypeKey {
    #[rowkey(codec = OfAnOptionForAnotherTypeCompact)]
    order: Option<u32>,
}

fn main() {}
