// errors: 2
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = Vec<u8>, format = rowkey::Raw, indexes(UserByName, UserByTag))]
struct UserKey {
    user: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = UserKey)]
struct UserByName {
    #[rowkey(from = name)]
    name: String,
    user: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = UserKey)]
struct UserByTag {
    #[rowkey(from_each = tags)]
    tag: String,
    user: u32,
}

fn main() {}
