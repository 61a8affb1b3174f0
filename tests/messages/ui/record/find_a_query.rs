// errors: 1
use rowkey::RowKey;
use rowkey::store::{Memory, Rows};

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, indexes(UserByMail))]
struct UserKey {
    user: u32,
}

#[derive(RowKey)]
#[rowkey(index_of = UserKey, unique)]
struct UserByMail {
    #[rowkey(from = value)]
    mail: String,
}

fn main() {
    let rows = Rows::new(Memory::new());
    rows.find(UserByMail::prefix().mail("ada@example.org"));
}
