use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[rowkey(method = customer)]
    customer: u32,
}

fn main() {}
