use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(AllUsers))]
struct UserKey {
    user: u32,
}

#[derive(RowKey)]
#[rowkey(namespace = "all", index_of = UserKey)]
struct AllUsers;

fn main() {}
