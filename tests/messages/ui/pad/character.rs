// errors: 4
use rowkey::RowKey;

#[derive(RowKey)]
struct CharacterAsStringKey {
    #[pad(20, "x")]
    host: String,
}

#[derive(RowKey)]
struct CharacterNotAsciiKey {
    #[pad(20, '·')]
    host: String,
}

#[derive(RowKey)]
struct CharacterOnBytesKey {
    #[pad(16, 'x')]
    name: Vec<u8>,
}

#[derive(RowKey)]
struct CharacterOnIntegerKey {
    #[pad(6, '0')]
    customer: u32,
}

fn main() {}
