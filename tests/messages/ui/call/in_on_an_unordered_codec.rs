use rowkey::{Codec, CodecError, RowKey};

struct Swapped;

impl Codec<u16> for Swapped {
    type Encoded = [u8; 2];
    const NAME: &'static str = "swapped";

    fn encode(value: &u16) -> [u8; 2] {
        value.swap_bytes().to_be_bytes()
    }

    fn decode(bytes: [u8; 2]) -> Result<u16, CodecError> {
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
