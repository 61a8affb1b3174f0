use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(md5)]
    customer: u32,
}

fn main() {}
