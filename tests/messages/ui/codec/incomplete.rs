// errors: 3
use rowkey::{Codec, CodecError, RowKey};

struct Incomplete;

impl Codec<u32> for Incomplete {
    const NAME: &'static str = "incomplete";

    fn encode(value: &u32) -> [u8; 4] {
        value.to_be_bytes()
    }

    fn decode(bytes: [u8; 4]) -> Result<u32, CodecError> {
        Ok(u32::from_be_bytes(bytes))
    }
}

#[derive(RowKey)]
struct FirstKey {
    #[rowkey(codec = Incomplete)]
    a: u32,
}

#[derive(RowKey)]
struct SecondKey {
    #[rowkey(codec = Incomplete)]
    a: u32,
}

fn main() {}
