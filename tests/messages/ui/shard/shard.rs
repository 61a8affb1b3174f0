// errors: 2
use rowkey::{RowKey, Shard};

#[derive(RowKey)]
struct PaddedKey {
    #[pad(2)]
    shard: Shard<100>,
    user: u64,
}

#[derive(RowKey)]
struct ZeroShardsOrderKey {
    shard: Shard<0>,
    user: u64,
}

fn zero_shards() {
    let _ = ZeroShardsOrderKey { shard: Shard::of(b"a"), user: 1 }.encode();
}

fn main() {}
