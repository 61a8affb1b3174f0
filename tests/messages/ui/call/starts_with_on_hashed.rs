use rowkey::RowKey;

#[derive(RowKey)]
struct HostKey {
    #[hash(md5, 4)]
    host: String,
    at: u64,
}

fn main() {
    let _ = HostKey::prefix().host_starts_with("a").range();
}
