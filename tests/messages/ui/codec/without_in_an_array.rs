// errors: 2
use rowkey::{Codec, CodecError, Without};

struct Octal;

impl Codec<u8> for Octal {
    type Encoded = Without<'/', [u8; 3]>;
    const NAME: &'static str = "octal";

    fn encode(value: &u8) -> Without<'/', [u8; 3]> {
        Without([b'0' + (value >> 6), b'0' + (value >> 3 & 7), b'0' + (value & 7)])
    }

    fn decode([a, b, c]: [u8; 3]) -> Result<u8, CodecError> {
        Ok((a - b'0') << 6 | (b - b'0') << 3 | (c - b'0'))
    }
}

fn main() {}
