// errors: 5
use rowkey::RowKey;

#[derive(RowKey)]
struct BucketsKey {
    #[hash(md5, buckets = 16)]
    customer: u32,
}

const CONSTANT_OF_MORE_BYTES_THAN_THE_DIGEST_BYTES: usize = 17;

#[derive(RowKey)]
struct ConstantOfMoreBytesThanTheDigestKey {
    #[hash(md5, CONSTANT_OF_MORE_BYTES_THAN_THE_DIGEST_BYTES, hex)]
    host: String,
}

const CONSTANT_OF_ZERO_BYTES: usize = 0;

#[derive(RowKey)]
struct ConstantOfZeroKey {
    #[hash(md5, CONSTANT_OF_ZERO_BYTES)]
    host: String,
}

#[derive(RowKey)]
struct MoreBytesThanTheDigestKey {
    #[hash(crc32, 8)]
    customer: u32,
}

#[derive(RowKey)]
struct WithoutSizeKey {
    #[hash(md5)]
    customer: u32,
}

fn main() {}
