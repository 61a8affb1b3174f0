use rowkey::{Codec, CodecError, KeyField, RowKey};

struct Percent;

impl Codec<String> for Percent {
    type Encoded = Vec<u8>;
    const NAME: &'static str = "percent";

    fn encode(name: &String) -> Vec<u8> {
        name.clone().into()
    }

    fn decode(bytes: Vec<u8>) -> Result<String, CodecError> {
        Ok(String::from_utf8(bytes)?)
    }
}

#[derive(KeyField)]
#[rowkey(codec = Percent)]
struct Name(String);

#[derive(RowKey)]
struct UserKey {
    #[pad(8)]
    name: Name,
    id: u64,
}

fn main() {
    let _ = UserKey { name: Name(String::new()), id: 1 }.try_encode();
}
