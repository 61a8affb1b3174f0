use rowkey::KeySpace;

#[derive(KeySpace)]
struct Row {
    id: u64,
}

fn main() {}
