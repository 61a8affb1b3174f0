use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(salt(md5, buckets(16)))]
struct EventKey {
    event: u32,
}

fn main() {}
