// errors: 8
use rowkey_formats::Memcomparable;
use rowkey::{KeyField, RowKey};

#[derive(RowKey)]
struct BeforeAStringKey {
    #[unterminated]
    key: String,
    at: u64,
    task: String,
}

#[derive(RowKey)]
#[rowkey(fields = Memcomparable)]
struct InAFormatKey {
    #[unterminated]
    key: String,
    at: u64,
}

#[derive(KeyField)]
struct InAStruct {
    #[unterminated]
    key: String,
    at: u64,
}

#[derive(RowKey)]
struct LastFieldKey {
    at: u64,
    #[unterminated]
    key: String,
}

#[derive(RowKey)]
struct OnAnIntegerKey {
    #[unterminated]
    key: u32,
    at: u64,
}

#[derive(RowKey)]
struct TwiceKey {
    #[unterminated]
    key: String,
    #[unterminated]
    task: Vec<u8>,
    at: u64,
}

#[derive(RowKey)]
struct WithAnArgumentKey {
    #[unterminated(12)]
    key: String,
    at: u64,
}

#[derive(RowKey)]
struct WithDescendingKey {
    #[unterminated]
    #[descending]
    key: String,
    at: u64,
}

fn main() {}
