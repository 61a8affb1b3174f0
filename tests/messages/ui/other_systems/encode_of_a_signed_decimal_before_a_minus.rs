use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(delimiter = '-')]
struct RangeKey {
    #[decimal]
    first: i64,
    #[decimal]
    last: i64,
}

fn main() {
    let _ = RangeKey { first: 1, last: 2 }.encode();
}
