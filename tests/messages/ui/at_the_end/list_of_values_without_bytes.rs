use rowkey::RowKey;

#[derive(RowKey)]
struct RevisionKey {
    main: u64,
    #[rowkey(list)]
    marks: Vec<[u16; 0]>,
}

fn main() {}
