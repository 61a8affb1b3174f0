// errors: 2 - the prefix type stands beside the key, all else in a block of its own
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(crate = "keys")]
struct PaymentKey {
    customer: u32,
}

fn main() {}
