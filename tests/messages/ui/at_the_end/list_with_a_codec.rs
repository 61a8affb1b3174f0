use rowkey::RowKey;

#[derive(RowKey)]
struct RevisionKey {
    main: u64,
    #[rowkey(list, codec = Marks)]
    mark: Vec<u16>,
}

fn main() {}
