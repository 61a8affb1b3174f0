use keys::{RowKey, Shard};

#[derive(RowKey)]
#[rowkey(crate = "keys", salt(random, buckets = 16))]
struct EventKey {
    at: u64,
}

fn main() {
    let _ = EventKey { at: 1 }.encode_random();
    let _ = Shard::<16>::random();
}
