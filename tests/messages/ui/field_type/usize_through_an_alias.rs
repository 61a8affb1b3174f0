use rowkey::RowKey;

type Page = usize;

#[derive(RowKey)]
struct PageKey {
    page: Page,
}

fn main() {}
