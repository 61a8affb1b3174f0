use rowkey::{Codec, InOrder};
use std::convert::Infallible;

struct Plain;

impl Codec<u8> for Plain {
    type Arg<'a> = u8;
    type Bytes = u8;
    type Error = Infallible;
    type Order = InOrder;
    const NAME: &'static str = "plain";

    fn arg(value: &u8) -> u8 {
        *value
    }

    fn encode(value: u8) -> Result<u8, Infallible> {
        Ok(value)
    }

    fn decode(byte: u8) -> Result<u8, String> {
        Ok(byte)
    }
}

fn main() {}
