// errors: 5
use rowkey::RowKey;

#[derive(RowKey)]
struct ArrayOfUsizeKey {
    parts: [usize; 2],
}

#[derive(RowKey)]
struct IsizeKey {
    #[descending]
    page: isize,
}

#[derive(RowKey)]
struct PaddedUsizeKey {
    #[pad(6)]
    page: usize,
}

#[derive(RowKey)]
struct UsizeKey {
    page: usize,
}

type Page = usize;

#[derive(RowKey)]
struct UsizeThroughAnAliasKey {
    page: Page,
}

fn main() {}
