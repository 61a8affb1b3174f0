use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey]
struct PaymentKey {
    customer: u32,
}

fn main() {}
