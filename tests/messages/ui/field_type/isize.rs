use rowkey::RowKey;

#[derive(RowKey)]
struct PageKey {
    #[descending]
    page: isize,
}

fn main() {}
