use rowkey::RowKey;

#[derive(RowKey)]
#[delimiter('_')]
struct PaymentKey {
    customer: u32,
}

fn main() {}
