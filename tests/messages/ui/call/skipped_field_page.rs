// errors: 1
use rowkey::RowKey;

#[derive(RowKey)]
struct WordKey {
    book: u32,
    page: u32,
}

fn main() {
    WordKey::prefix().page(3);
}
