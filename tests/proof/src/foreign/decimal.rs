//! A codec whose fields have no width.

use rowkey::{Codec, Unordered};
use std::convert::Infallible;

/// A number in as many decimal digits as it has.
#[derive(Debug)]
pub struct Decimal;

impl Codec<u32> for Decimal {
    type Arg<'a> = u32;
    type Bytes = Vec<u8>;
    type Error = Infallible;
    type Order = Unordered;
    const NAME: &'static str = "decimal";

    fn arg(value: &u32) -> u32 {
        *value
    }

    fn encode(value: u32) -> Result<Vec<u8>, Infallible> {
        Ok(value.to_string().into_bytes())
    }

    fn decode(bytes: Vec<u8>) -> Result<u32, String> {
        let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
        text.parse().map_err(|error| format!("{error}"))
    }
}
