use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(sha1, 2)]
    customer: u32,
}

fn main() {}
