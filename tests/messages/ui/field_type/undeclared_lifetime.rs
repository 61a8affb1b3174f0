use rowkey::RowKey;
use std::borrow::Cow;

#[derive(RowKey)]
struct HostKey {
    host: Cow<'a, str>,
    port: u16,
}

fn main() {
    let _ = HostKey { host: "a".into(), port: 1 }.encode();
}
