use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = "__")]
struct PaymentKey {
    customer: u32,
    payment: u64,
}

fn main() {}
