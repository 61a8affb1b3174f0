use rowkey::RowKey;

#[derive(RowKey)]
struct WindowKey {
    #[unterminated]
    key: String,
    at: u64,
    task: String,
}

fn main() {}
