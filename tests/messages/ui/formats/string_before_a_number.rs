use rowkey::RowKey;
use rowkey::formats::FoundationDb;

#[derive(RowKey)]
struct HostKey {
    #[rowkey(codec = FoundationDb)]
    host: String,
    port: u16,
}

fn main() {
    HostKey { host: "a".into(), port: 80 }.encode();
}
