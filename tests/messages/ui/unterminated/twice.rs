use rowkey::RowKey;

#[derive(RowKey)]
struct WindowKey {
    #[unterminated]
    key: String,
    #[unterminated]
    task: Vec<u8>,
    at: u64,
}

fn main() {}
