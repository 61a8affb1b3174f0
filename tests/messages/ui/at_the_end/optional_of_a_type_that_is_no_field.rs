use rowkey::RowKey;

#[derive(RowKey)]
struct PageKey {
    book: u32,
    #[rowkey(optional)]
    page: Option<usize>,
}

fn main() {
    let _ = PageKey { book: 1, page: Some(2) }.encode();
    let _ = PageKey::prefix().book(1).page_in(..Some(3)).range();
}
