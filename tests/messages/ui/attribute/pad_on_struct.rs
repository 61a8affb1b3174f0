use rowkey::RowKey;

#[derive(RowKey)]
#[pad(6)]
struct PaymentKey {
    customer: u32,
}

fn main() {}
