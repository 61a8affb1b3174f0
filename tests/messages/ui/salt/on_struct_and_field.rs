use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(md5, 1))]
struct PaymentKey {
    #[salt(md5, 2)]
    customer: u32,
    payment: u64,
}

fn main() {}
