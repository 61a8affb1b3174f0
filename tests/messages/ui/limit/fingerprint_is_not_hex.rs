use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(fingerprint = "v1")]
struct PaymentKey {
    customer: u32,
}

fn main() {}
