use rowkey::RowKey;

#[derive(RowKey)]
struct EventKey {
    #[rowkey(method = "after")]
    time: u64,
}

fn main() {}
