use rowkey::RowKey;

type Name = Vec<u8>;

#[derive(RowKey)]
#[rowkey(terminator = '|')]
struct PaymentKey {
    payment: u64,
    #[descending]
    customer: Name,
}

fn main() {}
