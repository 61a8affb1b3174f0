use rowkey::KeyField;

#[derive(KeyField)]
struct Window {
    #[unterminated]
    key: String,
    at: u64,
}

fn main() {}
