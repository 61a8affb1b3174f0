// errors: 5
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(
    value = Vec<u8>,
    format = rowkey::Raw,
    indexes(UserByName, UserByTag, UserByFolded, UserByMail, ActiveUser)
)]
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
    #[rowkey(from_each = &tags)]
    tag: String,
    user: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = UserKey)]
struct UserByFolded {
    #[rowkey(from = name.to_lowercase())]
    name: String,
    user: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = UserKey)]
struct UserByMail {
    #[rowkey(from = mail?)]
    mail: String,
    user: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = UserKey, filter = active)]
struct ActiveUser {
    user: u32,
}

fn main() {}
