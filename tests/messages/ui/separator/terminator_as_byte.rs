use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(terminator = 0)]
struct PaymentKey {
    customer: String,
    payment: u64,
}

fn main() {}
