use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw, index_of = UserKey)]
struct MessageKey {
    message: u64,
}

#[derive(RowKey)]
#[rowkey(value = String, format = rowkey::Raw)]
struct UserKey {
    user: u64,
}

fn main() {}
