use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = '_', terminator = '\0')]
struct PaymentKey {
    customer: String,
    payment: u64,
}

fn main() {}
