// errors: 1
use keys::RowKey;

#[derive(RowKey)]
#[rowkey(crate = "keys")]
struct CoinKey {
    #[rowkey(codec = keys::formats::BitcoinVarint)]
    output: u32,
}

fn main() {}
