// errors: 1
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = Vec<u8>, format = rowkey::Raw, indexes(UserByAge))]
struct UserKey {
    user: u32,
}

// The page on messages says what to write: `#[rowkey(from = value.age)]`.
#[derive(RowKey)]
#[rowkey(index_of = UserKey)]
struct UserByAge {
    age: u8,
    user: u32,
}

fn main() {}
