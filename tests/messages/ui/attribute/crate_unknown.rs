// errors: 2 - the prefix type and the block with the other derived code each name the crate
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(crate = "keys")]
struct PaymentKey {
    customer: u32,
}

fn main() {}
