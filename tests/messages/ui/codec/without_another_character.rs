use rowkey::{Codec, CodecError, RowKey, Without};

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

fn main() {
    let _ = PageKey { site: "a".into(), page: 1 }.encode();
}
