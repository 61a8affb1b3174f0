use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(random, 2))]
struct PaymentKey {
    customer: u32,
}

fn main() {}
