use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(fingerprint = "0x0123456789abcdef")]
struct PaymentKey {
    customer: u32,
    payment: u64,
}

fn main() {}
