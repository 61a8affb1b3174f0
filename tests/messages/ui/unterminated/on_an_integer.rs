use rowkey::RowKey;

#[derive(RowKey)]
struct WindowKey {
    #[unterminated]
    key: u32,
    at: u64,
}

fn main() {}
