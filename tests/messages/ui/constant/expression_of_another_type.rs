use rowkey::RowKey;

const WIDTH: usize = 6;

#[derive(RowKey)]
struct Key {
    #[rowkey(before = WIDTH)]
    a: u32,
}

fn main() {}
