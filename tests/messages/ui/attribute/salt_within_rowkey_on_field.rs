use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[rowkey(salt(md5, 2))]
    customer: u32,
}

fn main() {}
