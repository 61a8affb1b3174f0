use rowkey::RowKey;

#[derive(RowKey)]
struct HostKey {
    host: String,
}

fn main() {
    let _ = HostKey::prefix().host_ends_with(".com").range();
}
