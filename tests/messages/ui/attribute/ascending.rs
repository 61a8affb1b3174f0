// errors: 2
use rowkey::{KeyField, RowKey};

#[derive(RowKey)]
struct UserKey {
    #[ascending]
    user: u32,
}

#[derive(KeyField)]
struct Place {
    #[ascending]
    floor: u32,
}

fn main() {}
