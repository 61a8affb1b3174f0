use rowkey::{RowKey, Shard};

#[derive(RowKey)]
struct OrderKey {
    shard: Shard<0>,
    user: u64,
}

fn main() {
    let _ = OrderKey { shard: Shard::of(b"a"), user: 1 }.encode();
}
