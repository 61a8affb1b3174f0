use rowkey::RowKey;

#[derive(RowKey)]
struct HostKey {
    host: Option<String>,
}

fn main() {
    let _ = HostKey::prefix().host_starts_with("a").range();
}
