use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = '0')]
struct RevisionKey {
    #[decimal]
    main: u64,
    #[decimal]
    sub: u64,
}

fn main() {}
