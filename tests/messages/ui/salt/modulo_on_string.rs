use rowkey::RowKey;

#[derive(RowKey)]
struct HostKey {
    #[salt(modulo, buckets = 16)]
    host: String,
    port: u16,
}

fn main() {
    let key = HostKey { host: String::new(), port: 80 };
    let _ = HostKey::decode(&key.encode());
    let _ = HostKey::prefix().host("a").port(80).range();
}
