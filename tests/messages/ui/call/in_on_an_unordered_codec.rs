use rowkey::{Codec, RowKey, Unordered};
use std::convert::Infallible;

struct Swapped;

impl Codec<u16> for Swapped {
    type Arg<'a> = u16;
    type Bytes = [u8; 2];
    type Error = Infallible;
    type Order = Unordered;
    const NAME: &'static str = "swapped";

    fn arg(value: &u16) -> u16 {
        *value
    }

    fn encode(value: u16) -> Result<[u8; 2], Infallible> {
        Ok(value.swap_bytes().to_be_bytes())
    }

    fn decode(bytes: [u8; 2]) -> Result<u16, String> {
        Ok(u16::from_be_bytes(bytes).swap_bytes())
    }
}

#[derive(RowKey)]
struct PortKey {
    #[rowkey(codec = Swapped)]
    port: u16,
}

fn main() {
    let _ = PortKey::prefix().port_in(1..5).range();
}
