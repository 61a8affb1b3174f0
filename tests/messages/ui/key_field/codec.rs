// errors: 4
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
struct CodecOnAStructOfTwoFieldsName {
    first: String,
    last: String,
}

#[derive(RowKey)]
struct CodecOnAStructOfTwoFieldsUserKey {
    name: CodecOnAStructOfTwoFieldsName,
    id: u64,
}

fn codec_on_a_struct_of_two_fields() {
    let _ = CodecOnAStructOfTwoFieldsUserKey {
        name: CodecOnAStructOfTwoFieldsName { first: String::new(), last: String::new() },
        id: 1,
    }
    .try_encode();
}

#[derive(KeyField)]
#[rowkey(codec = Percent)]
struct CodecOnATypeAndItsFieldName(#[pad(8)] String);

#[derive(RowKey)]
struct CodecOnATypeAndItsFieldUserKey {
    name: CodecOnATypeAndItsFieldName,
    id: u64,
}

fn codec_on_a_type_and_its_field() {
    let _ = CodecOnATypeAndItsFieldUserKey { name: CodecOnATypeAndItsFieldName(String::new()), id: 1 }.try_encode();
}

#[derive(Clone, Copy, KeyField)]
#[rowkey(codec = Percent)]
struct Number(u64);

#[derive(RowKey)]
struct CodecOnATypeIsForAnotherTypeUserKey {
    number: Number,
    id: u64,
}

fn codec_on_a_type_is_for_another_type() {
    let _ = CodecOnATypeIsForAnotherTypeUserKey { number: Number(7), id: 1 }.try_encode();
    let _ = CodecOnATypeIsForAnotherTypeUserKey::prefix().number(Number(7)).range();
}

// Pad on a newtype of float.
#[derive(KeyField)]
struct Degrees(f32);

#[derive(RowKey)]
struct ReadingKey {
    #[pad(6)]
    degrees: Degrees,
}

fn main() {}
