// errors: 5
use rowkey::{Codec, CodecError, RowKey, codecs::Without};

// The output is a number instead of bytes.
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

struct Escaped;

impl Codec<String> for Escaped {
    type Encoded = Without<'_', Vec<u8>>;
    const NAME: &'static str = "escaped";

    fn encode(text: &String) -> Self::Encoded {
        Without(text.replace('~', "~1").replace('_', "~0").into())
    }

    fn decode(bytes: Vec<u8>) -> Result<String, CodecError> {
        let text = String::from_utf8(bytes)?;
        Ok(text.replace("~0", "_").replace("~1", "~"))
    }
}

#[derive(RowKey)]
#[rowkey(delimiter = '/')]
struct PageKey {
    #[rowkey(codec = Escaped)]
    site: String,
    page: u16,
}

fn without_another_character() {
    let _ = PageKey { site: "a".into(), page: 1 }.encode();
}

// Without in an array.
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
