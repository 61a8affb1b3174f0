use rowkey::RowKey;

#[derive(RowKey)]
struct HostKey {
    #[rowkey(fields = rowkey::formats::FoundationDb)]
    host: String,
}

fn main() {}
