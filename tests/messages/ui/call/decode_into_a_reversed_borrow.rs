use rowkey::RowKey;

#[derive(RowKey)]
struct HostKey<'a> {
    #[reverse]
    host: &'a str,
}

fn main() {
    let _ = HostKey::decode(b"");
}
