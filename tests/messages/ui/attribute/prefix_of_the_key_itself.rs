use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(prefix = "PaymentKey")]
struct PaymentKey {
    customer: u32,
}

fn main() {}
