// errors: 4
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = "Vec<u8>", format = "rowkey::Raw", indexes("UserByAge"))]
struct UserKey {
    user: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = "UserKey")]
struct UserByAge {
    #[rowkey(from = value.len() as u64)]
    age: u64,
    user: u32,
}

fn main() {}
