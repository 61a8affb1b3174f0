use rowkey::{KeySpace, RowKey};

#[derive(RowKey)]
struct ShortKey {
    #[unterminated]
    name: String,
    #[rowkey(before = 1)]
    part: u8,
}

#[derive(RowKey)]
struct LongKey {
    #[unterminated]
    name: String,
    #[rowkey(before = 2)]
    part: u32,
}

#[derive(KeySpace)]
enum Row {
    Short(ShortKey),
    Long(LongKey),
}

fn main() {}
