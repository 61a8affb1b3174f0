use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(random))]
struct PaymentKey {
    customer: u32,
}

fn main() {}
