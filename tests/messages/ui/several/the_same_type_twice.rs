// errors: 2
use rowkey::RowKey;

#[derive(RowKey)]
struct PageKey {
    book: usize,
    page: usize,
}

fn main() {}
