use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(md5, 17)]
    customer: u32,
}

fn main() {}
