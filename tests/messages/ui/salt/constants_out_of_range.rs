// errors: 4
use rowkey::RowKey;

const NO_BUCKETS: u64 = 0;
const TOO_MANY: u64 = (1 << 32) + 1;
const NO_BYTES: usize = 0;
const TOO_LONG: usize = 17;

#[derive(RowKey)]
struct PaymentKey {
    #[salt(modulo, buckets = NO_BUCKETS)]
    customer: u32,
}

#[derive(RowKey)]
#[rowkey(salt(random, buckets = TOO_MANY))]
struct MessageKey {
    id: u32,
}

#[derive(RowKey)]
struct OrderKey {
    #[salt(md5, NO_BYTES)]
    order: u32,
}

#[derive(RowKey)]
struct LineKey {
    #[salt(md5, TOO_LONG, hex)]
    line: u32,
}

fn main() {}
