use rowkey::RowKey;

#[derive(RowKey)]
struct HostKey {
    #[pad(20, 'x')]
    host: String,
}

fn main() {
    let _ = HostKey::prefix().host_in("a".."b").range();
}
