// errors: 3
use rowkey::{KeyField, RowKey};

#[derive(RowKey)]
struct Key {
    #[rowkey(before = "", after = b"")]
    a: u32,
    #[rowkey(after = "")]
    b: String,
}

#[derive(KeyField)]
struct Place {
    city: String,
    #[rowkey(after = "")]
    street: String,
}

fn main() {}
