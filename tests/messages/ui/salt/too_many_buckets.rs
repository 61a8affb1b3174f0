use rowkey::RowKey;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(md5, buckets = 4294967297)]
    customer: u32,
}

fn main() {}
