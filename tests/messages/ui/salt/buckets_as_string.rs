use rowkey::RowKey;

#[derive(RowKey)]
struct EventKey {
    #[salt(md5, buckets = "16")]
    event: u32,
}

fn main() {}
