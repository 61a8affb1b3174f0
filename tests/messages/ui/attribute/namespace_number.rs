use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(namespace = 256)]
struct PaymentKey {
    customer: u32,
}

fn main() {}
