// errors: 1
use rowkey::RowKey;

#[derive(RowKey)]
struct HashKey {
    #[length(u8)]
    hash: [u8; 20],
}

fn main() {}
