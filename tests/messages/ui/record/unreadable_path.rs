// errors: 3
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(index_of = 7, unique, filter = value.is_empty())]
struct IndexOfANumber {
    #[rowkey(from = value.len() as u64)]
    age: u64,
}

#[derive(RowKey)]
#[rowkey(value = 7, format = rowkey::Raw, table = "users")]
struct ValueIsANumber {
    user: u32,
}

#[derive(RowKey)]
#[rowkey(value = Vec<u8>, format = 7)]
struct FormatIsANumber {
    user: u32,
}

fn main() {}
