// errors: 2
use rowkey::RowKey;

const BYTES: usize = 2;
const BUCKETS: u64 = 4097;

#[derive(RowKey)]
struct PaymentKey {
    country: u16,
    #[salt(md5, BYTES)]
    customer: u32,
}

#[derive(RowKey)]
#[rowkey(salt(random, buckets = BUCKETS))]
struct MessageKey {
    id: u32,
}

fn main() {
    let _ = PaymentKey::prefix().country(49).ranges();
    let _ = MessageKey::prefix().ranges();
}
