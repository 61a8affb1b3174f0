// errors: 2
use rowkey::RowKey;

#[derive(RowKey)]
struct UnknownConstantKey {
    #[salt(md5, buckets = BUCKETS)]
    customer: u32,
}

#[derive(RowKey)]
struct WithAnUnknownFunctionKey {
    #[salt(with = spread, buckets = 16)]
    customer: u32,
}

fn main() {}
