use rowkey::RowKey;
use rowkey::formats::FoundationDb;

#[derive(RowKey)]
#[rowkey(fields = FoundationDb)]
struct HostKey {
    #[descending]
    host: String,
}

fn main() {
    HostKey { host: "a".into() }.encode();
}
