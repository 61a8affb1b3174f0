use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(md5, 2)]
    customer: u32,
    #[salt(md5, 2)]
    payment: u64,
}

fn main() {}
