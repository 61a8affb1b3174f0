use rowkey::RowKey;

#[derive(RowKey)]
struct RevisionKey {
    main: u64,
    #[rowkey(optional)]
    mark: u8,
}

fn main() {}
