use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[rowkey(skip)]
    customer: u32,
}

fn main() {}
