use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = '_', delimiter = '-')]
struct PaymentKey {
    customer: u32,
}

fn main() {}
