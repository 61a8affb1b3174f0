use rowkey::RowKey;

#[derive(RowKey)]
struct RevisionKey {
    main: u64,
    #[rowkey(list)]
    marks: [u16; 2],
}

fn main() {}
