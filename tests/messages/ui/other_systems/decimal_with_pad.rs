use rowkey::RowKey;

#[derive(RowKey)]
struct RevisionKey {
    #[decimal]
    #[pad(6)]
    main: u64,
}

fn main() {}
