use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(crate = "my rowkey")]
struct PaymentKey {
    customer: u32,
}

fn main() {}
