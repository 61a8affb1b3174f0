use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(value = String)]
struct MessageKey {
    message: u64,
}

fn main() {}
