use rowkey::RowKey;

#[derive(RowKey)]
struct WindowKey {
    #[unterminated(12)]
    key: String,
    at: u64,
}

fn main() {}
