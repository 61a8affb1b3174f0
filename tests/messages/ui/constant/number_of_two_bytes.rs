use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[rowkey(after = 256)]
    a: u32,
}

fn main() {}
