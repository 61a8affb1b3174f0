use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(md5, 2, base64)]
    customer: u32,
}

fn main() {}
