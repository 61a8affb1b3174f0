use rowkey::RowKey;

#[derive(RowKey)]
struct WindowKey {
    #[unterminated]
    #[descending]
    key: String,
    at: u64,
}

fn main() {}
