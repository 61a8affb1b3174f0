use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(fingerprint = "0x0")]
struct PaymentKey {
    customer: u32,
    payment: u64,
}

fn main() {}
