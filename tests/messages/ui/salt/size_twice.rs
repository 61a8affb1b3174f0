use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(md5, 2, 4)]
    customer: u32,
}

fn main() {}
