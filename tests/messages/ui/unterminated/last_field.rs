use rowkey::RowKey;

#[derive(RowKey)]
struct WindowKey {
    at: u64,
    #[unterminated]
    key: String,
}

fn main() {}
