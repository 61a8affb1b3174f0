use rowkey::RowKey;

#[derive(RowKey)]
struct RevisionKey {
    main: u64,
    #[rowkey(list, optional)]
    marks: Vec<u16>,
}

fn main() {}
