use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(md5, buckets = 16)]
    payment: u64,
}

fn main() {
    let _ = PaymentKey { payment: 1 }.encode_in(3);
}
