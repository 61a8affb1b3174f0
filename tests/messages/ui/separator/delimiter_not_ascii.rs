use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = '§')]
struct PaymentKey {
    customer: u32,
    payment: u64,
}

fn main() {}
