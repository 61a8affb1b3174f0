use rowkey::RowKey;
use rowkey::formats::Memcomparable;

#[derive(RowKey)]
#[rowkey(fields = Memcomparable)]
struct WindowKey {
    #[unterminated]
    key: String,
    at: u64,
}

fn main() {}
