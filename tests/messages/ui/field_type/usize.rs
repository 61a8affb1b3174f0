use rowkey::RowKey;

#[derive(RowKey)]
struct PageKey {
    page: usize,
}

fn main() {}
