use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(before = "t")]
struct Key {
    a: u32,
}

fn main() {}
