use rowkey::RowKey;

#[derive(RowKey)]
struct RevisionKey {
    main: u64,
    #[rowkey(optional)]
    mark: Option<String>,
}

fn main() {}
