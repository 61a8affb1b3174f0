use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = b'\xFF')]
struct RevisionKey {
    #[rowkey(codec = rowkey::formats::FoundationDb)]
    name: String,
    main: u64,
}

fn main() {}
