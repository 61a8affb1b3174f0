use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[rowkey(codec = Compact)]
    customer: u32,
}

fn main() {}
