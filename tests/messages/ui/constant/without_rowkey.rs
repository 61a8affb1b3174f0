use rowkey::RowKey;

#[derive(RowKey)]
struct Key {
    #[before = "t"]
    a: u32,
}

fn main() {}
