use rowkey::RowKey;

#[derive(RowKey)]
struct PageKey {
    #[pad(6)]
    page: usize,
}

fn main() {}
