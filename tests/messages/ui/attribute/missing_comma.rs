use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = '_' namespace = "payments")]
struct PaymentKey {
    customer: u32,
}

fn main() {}
