use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(max_len = 12)]
struct PaymentKey {
    #[salt(md5, 2)]
    customer: u32,
    payment: u64,
}

fn main() {
    let _ = PaymentKey { customer: 1, payment: 2 }.encode();
}
