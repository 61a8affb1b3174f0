use rowkey::RowKey;

#[derive(RowKey)]
struct EventKey {
    #[rowkey(method = "type")]
    kind: u64,
}

fn main() {}
