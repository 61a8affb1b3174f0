use rowkey::RowKey;

#[derive(RowKey)]
struct RevisionKey {
    #[rowkey(optional)]
    mark: Option<u8>,
    main: u64,
}

fn main() {}
