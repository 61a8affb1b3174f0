use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(namespace = [1, 2])]
struct PaymentKey {
    customer: u32,
}

fn main() {}
