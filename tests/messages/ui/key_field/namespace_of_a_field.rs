// errors: 1
use rowkey::{KeyField, RowKey};

#[derive(RowKey, KeyField)]
#[rowkey(namespace = "u")]
struct UserKey {
    user: u32,
}

fn main() {}
