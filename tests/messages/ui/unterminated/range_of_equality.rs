use rowkey::RowKey;

#[derive(RowKey)]
struct WindowKey {
    #[unterminated]
    key: String,
    at: u64,
}

fn main() {
    let _ = WindowKey::prefix().key("ann").range();
}
