use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimeter = '_')]
struct PaymentKey {
    customer: u32,
}

fn main() {}
