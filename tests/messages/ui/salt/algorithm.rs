// errors: 7
use rowkey::RowKey;

#[derive(RowKey)]
struct AlgorithmAsStringKey {
    #[salt("md5", 2)]
    customer: u32,
}

#[derive(RowKey)]
struct UnknownAlgorithmKey {
    #[salt(sha1, 2)]
    customer: u32,
}

#[derive(RowKey)]
struct UnknownWordKey {
    #[salt(md5, 2, base64)]
    customer: u32,
}

#[derive(RowKey)]
struct HexWithAValueKey {
    #[salt(md5, hex = 4)]
    customer: u32,
}

#[derive(RowKey)]
struct DigitsWithAValueKey {
    #[salt(md5, buckets = 16, digits = 2)]
    customer: u32,
}

fn spread(text: &str) -> u64 {
    text.len() as u64
}

#[derive(RowKey)]
struct WithAFunctionOfAnotherTypeKey {
    #[salt(with = spread, buckets = 16)]
    customer: u32,
}

#[derive(RowKey)]
struct WithoutAlgorithmKey {
    #[salt(buckets = 16)]
    customer: u32,
}

fn main() {}
