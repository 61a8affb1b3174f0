use rowkey::RowKey;

#[derive(RowKey)]
struct RevisionKey {
    main: u64,
    #[rowkey(optional, after = "t")]
    mark: Option<u8>,
}

fn main() {}
