use rowkey::RowKey;

#[derive(RowKey)]
struct HostKey {
    host: &str,
    port: u16,
}

fn main() {
    let _ = HostKey { host: "a", port: 1 }.encode();
    let _ = HostKey::decode(b"");
    let _ = HostKey::prefix().host("a").range();
}
