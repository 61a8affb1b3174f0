use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt]
    customer: u32,
}

fn main() {}
