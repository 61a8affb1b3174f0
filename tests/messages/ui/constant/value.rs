// errors: 9
use rowkey::{KeyField, RowKey};

// Empty.
#[derive(RowKey)]
struct EmptyKey {
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

// Empty after a fixed width.
#[derive(RowKey)]
struct EmptyAfterAFixedWidthKey {
    #[rowkey(after = "")]
    a: u32,
}

#[derive(RowKey)]
#[rowkey(terminator = '/')]
struct Path {
    directory: String,
    #[pad(8)]
    #[descending]
    #[rowkey(after = "")]
    file: String,
}

const WIDTH: usize = 6;

#[derive(RowKey)]
struct ExpressionOfAnotherTypeKey {
    #[rowkey(before = WIDTH)]
    a: u32,
}

#[derive(RowKey)]
struct NumberOfTwoBytesKey {
    #[rowkey(after = 256)]
    a: u32,
}

#[derive(RowKey)]
#[rowkey(before = "t")]
struct OnTheStructKey {
    a: u32,
}

#[derive(RowKey)]
struct WithoutRowkeyKey {
    #[before = "t"]
    a: u32,
}

fn main() {}
