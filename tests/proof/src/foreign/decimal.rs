//! [`Decimal`], a codec that tests use as an example of a variable-length encoding.

use rowkey::{Codec, CodecError};

/// Encodes a number as decimal digits without leading zeros.
#[derive(Debug)]
pub struct Decimal;

impl Codec<u32> for Decimal {
    type Encoded = Vec<u8>;
    const NAME: &'static str = "decimal";

    fn encode(value: &u32) -> Vec<u8> {
        value.to_string().into_bytes()
    }

    fn decode(bytes: Vec<u8>) -> Result<u32, CodecError> {
        let text = String::from_utf8(bytes)?;
        Ok(text.parse()?)
    }
}
