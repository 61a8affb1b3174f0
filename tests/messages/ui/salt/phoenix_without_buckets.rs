use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(phoenix, 1))]
struct PaymentKey {
    customer: u32,
}

fn main() {}
