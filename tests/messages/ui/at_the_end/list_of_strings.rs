use rowkey::RowKey;

#[derive(RowKey)]
struct RevisionKey {
    main: u64,
    #[rowkey(list)]
    marks: Vec<String>,
}

fn main() {}
