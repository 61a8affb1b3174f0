use rowkey::RowKey;

#[derive(RowKey)]
struct RevisionKey {
    main: u64,
    #[rowkey(list = 3)]
    marks: Vec<u16>,
}

fn main() {}
