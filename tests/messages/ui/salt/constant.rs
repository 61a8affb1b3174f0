// errors: 8
use rowkey::RowKey;

// Constant of another type.
const BUCKETS: usize = 16;

const BYTES: u64 = 2;

#[derive(RowKey)]
struct ConstantOfAnotherTypePaymentKey {
    #[salt(md5, buckets = BUCKETS)]
    customer: u32,
}

#[derive(RowKey)]
struct ConstantOfAnotherTypeOrderKey {
    #[salt(md5, BYTES)]
    order: u32,
}

// Constant of self.
#[derive(RowKey)]
struct ConstantOfSelfPaymentKey {
    #[salt(md5, buckets = Self::BUCKETS)]
    customer: u32,
}

#[derive(RowKey)]
struct ConstantOfSelfOrderKey {
    #[salt(md5, 1 + 1)]
    order: u32,
}

// Constants out of range.
const NO_BUCKETS: u64 = 0;

const TOO_MANY: u64 = (1 << 32) + 1;

const NO_BYTES: usize = 0;

const TOO_LONG: usize = 17;

#[derive(RowKey)]
struct ConstantsOutOfRangePaymentKey {
    #[salt(modulo, buckets = NO_BUCKETS)]
    customer: u32,
}

#[derive(RowKey)]
#[rowkey(salt(random, buckets = TOO_MANY))]
struct MessageKey {
    id: u32,
}

#[derive(RowKey)]
struct ConstantsOutOfRangeOrderKey {
    #[salt(md5, NO_BYTES)]
    order: u32,
}

#[derive(RowKey)]
struct LineKey {
    #[salt(md5, TOO_LONG, hex)]
    line: u32,
}

fn main() {}
