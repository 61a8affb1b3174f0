// errors: 4 - what is named here is missed wherever the runtime is used
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(crate = "keys")]
struct PaymentKey {
    customer: u32,
}

fn main() {}
