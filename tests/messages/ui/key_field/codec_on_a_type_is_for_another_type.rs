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

#[derive(Clone, Copy, KeyField)]
#[rowkey(codec = Percent)]
struct Number(u64);

#[derive(RowKey)]
struct UserKey {
    number: Number,
    id: u64,
}

fn main() {
    let _ = UserKey { number: Number(7), id: 1 }.try_encode();
    let _ = UserKey::prefix().number(Number(7)).range();
}
