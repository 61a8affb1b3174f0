use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[rowkey(delimiter = '_')]
    customer: u32,
    payment: u64,
}

fn main() {}
