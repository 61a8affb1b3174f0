use rowkey::RowKey;
use rowkey::formats::FoundationDb;

#[derive(RowKey)]
struct LoginKey {
    #[rowkey(codec = FoundationDb)]
    user: String,
    #[descending]
    device: Option<u8>,
}

fn main() {}
