// errors: 2
use rowkey::{Codec, CodecError, RowKey, codecs::SelfDelimited};

// Widths of bytes that the key terminates.
struct Plain;

impl Codec<String> for Plain {
    type Encoded = Vec<u8>;
    const NAME: &'static str = "plain";
    const WIDTHS: (usize, Option<usize>) = (1, Some(8));

    fn encode(value: &String) -> Vec<u8> {
        value.clone().into()
    }

    fn decode(bytes: Vec<u8>) -> Result<String, CodecError> {
        Ok(String::from_utf8(bytes)?)
    }
}

#[derive(RowKey)]
struct NameKey {
    #[rowkey(codec = Plain)]
    name: String,
}

// The least width is above the greatest.
struct Reversed;

impl Codec<u8> for Reversed {
    type Encoded = SelfDelimited;
    const NAME: &'static str = "reversed";
    const WIDTHS: (usize, Option<usize>) = (2, Some(1));

    fn encode(value: &u8) -> SelfDelimited {
        SelfDelimited(vec![*value])
    }

    fn end(_: &[u8]) -> Option<usize> {
        Some(1)
    }

    fn decode(bytes: Vec<u8>) -> Result<u8, CodecError> {
        Ok(bytes[0])
    }
}

#[derive(RowKey)]
struct NumberKey {
    #[rowkey(codec = Reversed)]
    number: u8,
}

fn main() {}
