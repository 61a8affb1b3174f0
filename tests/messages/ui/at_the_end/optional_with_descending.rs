use rowkey::RowKey;

#[derive(RowKey)]
struct RevisionKey {
    main: u64,
    #[descending]
    #[rowkey(optional)]
    mark: Option<u8>,
}

fn main() {}
