use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(md5, 2, digits)]
    customer: u32,
}

fn main() {}
