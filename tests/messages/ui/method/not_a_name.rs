use rowkey::RowKey;

#[derive(RowKey)]
struct EventKey {
    #[rowkey(method = "at time")]
    time: u64,
}

fn main() {}
