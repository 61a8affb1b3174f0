use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(UserByName))]
struct UserKey {
    user: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = UserKey, format = rowkey::Raw)]
struct UserByName {
    #[rowkey(from = value)]
    name: String,
    user: u32,
}

fn main() {}
