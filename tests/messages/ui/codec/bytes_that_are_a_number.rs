// errors: 2
use rowkey::{Codec, CodecError};

struct Plain;

impl Codec<u8> for Plain {
    type Encoded = u8;
    const NAME: &'static str = "plain";

    fn encode(value: &u8) -> u8 {
        *value
    }

    fn decode(byte: u8) -> Result<u8, CodecError> {
        Ok(byte)
    }
}

fn main() {}
