use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(namespace = 7)]
struct PaymentKey {
    customer: u32,
}

fn main() {}
