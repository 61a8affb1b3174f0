// errors: 4
use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(random, buckets = 16, of(customer)))]
struct RandomOfAFieldKey {
    customer: u32,
}

#[derive(RowKey)]
#[rowkey(salt(random, 2))]
struct RandomOfBytesKey {
    customer: u32,
}

#[derive(RowKey)]
struct RandomOnAFieldKey {
    #[salt(random, buckets = 16)]
    customer: u32,
}

#[derive(RowKey)]
#[rowkey(salt(random))]
struct RandomWithoutBucketsKey {
    customer: u32,
}

fn main() {}
