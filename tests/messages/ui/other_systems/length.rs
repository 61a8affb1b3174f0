// errors: 8
use rowkey::RowKey;

#[derive(RowKey)]
struct LengthAsANumberKey {
    #[length(2)]
    name: String,
}

#[derive(RowKey)]
struct LengthOfAnUnknownTypeKey {
    #[length(u24)]
    name: String,
}

#[derive(RowKey)]
struct LengthOfOneByteInOrderKey {
    #[length(u8, little_endian)]
    name: String,
}

#[derive(RowKey)]
struct LengthOnAnIntegerFieldKey {
    #[length(u16)]
    version: u32,
    field: String,
}

fn length_on_an_integer() {
    let key = LengthOnAnIntegerFieldKey { version: 1, field: "a".into() };
    let _ = key.try_encode();
    let _ = LengthOnAnIntegerFieldKey::decode(&[]);
    let _ = LengthOnAnIntegerFieldKey::prefix().version(1).range();
}

#[derive(RowKey)]
struct LengthWithAnotherWordKey {
    #[length(u16, big_endian)]
    name: String,
}

#[derive(RowKey)]
struct LengthWithLittleEndianKey {
    #[length(u16)]
    #[rowkey(codec = rowkey_formats::LittleEndian<2>)]
    name: String,
}

#[derive(RowKey)]
struct LengthWithPadKey {
    #[length(u16)]
    #[pad(20)]
    name: String,
}

#[derive(RowKey)]
struct LengthWithoutATypeKey {
    #[length()]
    name: String,
}

fn main() {}
