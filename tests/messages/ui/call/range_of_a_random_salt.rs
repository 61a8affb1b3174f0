use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(random, buckets = 16))]
struct MessageKey {
    message: u32,
}

fn main() {
    let _ = MessageKey::prefix().message(1).range();
}
