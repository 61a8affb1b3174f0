// errors: 2
use rowkey::RowKey;

const BYTES: usize = 2;
const BUCKETS: u64 = 4097;

#[derive(RowKey)]
struct OrderKey {
    region: u16,
    #[salt(md5, BYTES)]
    shop: u32,
}

#[derive(RowKey)]
#[rowkey(salt(random, buckets = BUCKETS))]
struct MessageKey {
    id: u32,
}

fn main() {
    let _ = OrderKey::prefix().region(49).ranges();
    let _ = MessageKey::prefix().ranges();
}
