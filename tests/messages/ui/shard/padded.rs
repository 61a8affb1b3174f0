use rowkey::{RowKey, Shard};

#[derive(RowKey)]
struct OrderKey {
    #[pad(2)]
    shard: Shard<100>,
    user: u64,
}

fn main() {}
