use rowkey::RowKey;

#[derive(RowKey)]
struct RevisionKey {
    #[rowkey(list)]
    marks: Vec<u16>,
    main: u64,
}

fn main() {}
