use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = '_')]
struct PaymentKey {
    #[descending]
    customer: Option<String>,
    payment: u64,
}

fn main() {}
