use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[rowkey(pad(6))]
    customer: u32,
}

fn main() {}
