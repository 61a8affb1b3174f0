use rowkey::{Codec, InOrder, RowKey};
use std::convert::Infallible;

struct Compact;

impl Codec<u16> for Compact {
    type Arg<'a> = u16;
    type Bytes = [u8; 2];
    type Error = Infallible;
    type Order = InOrder;
    const NAME: &'static str = "compact";

    fn arg(value: &u16) -> u16 {
        *value
    }

    fn encode(value: u16) -> Result<[u8; 2], Infallible> {
        Ok(value.to_be_bytes())
    }

    fn decode(bytes: [u8; 2]) -> Result<u16, String> {
        Ok(u16::from_be_bytes(bytes))
    }
}

#[derive(RowKey)]
struct PaymentKey {
    #[rowkey(codec = Compact)]
    customer: u32,
}

fn main() {}
