use rowkey::RowKey;

#[derive(RowKey)]
struct OrderKey {
    #[rowkey]
    order: u64,
}

fn main() {}
