// errors: 1
use rowkey::RowKey;

#[derive(RowKey)]
struct UserKey {
    #[rowkey(format = FoundationDb)]
    user: u32,
}

fn main() {}
