use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(crate = "keys")]
struct PaymentKey {
    customer: u32,
}

fn main() {}
