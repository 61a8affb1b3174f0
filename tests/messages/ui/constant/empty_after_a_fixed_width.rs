// errors: 2
use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
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

fn main() {}
