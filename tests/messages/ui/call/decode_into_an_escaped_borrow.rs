use rowkey::RowKey;

#[derive(RowKey)]
struct HostKey<'a> {
    host: &'a str,
    port: u16,
}

fn main() {
    let key = HostKey { host: "a", port: 80 };
    let _ = HostKey::decode(&key.encode());
}
