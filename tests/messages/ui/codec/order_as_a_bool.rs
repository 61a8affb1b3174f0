use rowkey::Codec;
use std::convert::Infallible;

struct Plain;

impl Codec<u8> for Plain {
    type Arg<'a> = u8;
    type Bytes = [u8; 1];
    type Error = Infallible;
    type Order = bool;
    const NAME: &'static str = "plain";

    fn arg(value: &u8) -> u8 {
        *value
    }

    fn encode(value: u8) -> Result<[u8; 1], Infallible> {
        Ok([value])
    }

    fn decode([byte]: [u8; 1]) -> Result<u8, String> {
        Ok(byte)
    }
}

fn main() {}
