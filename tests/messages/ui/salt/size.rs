// errors: 13
use rowkey::RowKey;

#[derive(RowKey)]
struct BucketsAsStringKey {
    #[salt(md5, buckets = "16")]
    event: u32,
}

#[derive(RowKey)]
#[rowkey(salt(md5, buckets(16)))]
struct BucketsInParenthesesKey {
    event: u32,
}

#[derive(RowKey)]
struct BytesAndBucketsKey {
    #[salt(md5, 2, buckets = 16)]
    customer: u32,
}

#[derive(RowKey)]
struct DigitsWithBytesKey {
    #[salt(md5, 2, digits)]
    customer: u32,
}

#[derive(RowKey)]
struct HexWithBucketsKey {
    #[salt(md5, buckets = 16, hex)]
    customer: u32,
}

#[derive(RowKey)]
struct LastWithBucketsKey {
    #[salt(md5, buckets = 16, last)]
    customer: u32,
}

#[derive(RowKey)]
struct MoreBytesThanTheDigestKey {
    #[salt(md5, 17)]
    customer: u32,
}

#[derive(RowKey)]
struct SizeTwiceKey {
    #[salt(md5, 2, 4)]
    customer: u32,
}

#[derive(RowKey)]
struct TooManyBucketsKey {
    #[salt(md5, buckets = 4294967297)]
    customer: u32,
}

#[derive(RowKey)]
struct WithoutSizeKey {
    #[salt(md5)]
    customer: u32,
}

#[derive(RowKey)]
struct ZeroBucketsKey {
    #[salt(md5, buckets = 0)]
    customer: u32,
}

#[derive(RowKey)]
struct ZeroBytesKey {
    #[salt(md5, 0)]
    customer: u32,
}

fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().map(|byte| u64::from(*byte)).sum()
}

#[derive(RowKey)]
struct BytesOfAFunctionKey {
    #[salt(with = sum, 2)]
    event: u32,
}

fn main() {}
