use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[reverse]
    customer: Option<u32>,
}

fn main() {}
