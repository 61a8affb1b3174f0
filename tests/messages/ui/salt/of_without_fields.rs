use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(md5, 2, of()))]
struct PaymentKey {
    customer: u32,
}

fn main() {}
