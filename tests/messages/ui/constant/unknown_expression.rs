use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(namespace = NAMESPACE)]
struct Key {
    a: u32,
}

fn main() {}
