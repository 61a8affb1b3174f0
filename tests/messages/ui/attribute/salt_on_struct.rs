use rowkey::RowKey;

#[derive(RowKey)]
#[salt(md5, 2)]
struct PaymentKey {
    customer: u32,
}

fn main() {}
