use rowkey::{KeySpace, RowKey};

#[derive(RowKey)]
#[rowkey(namespace = "z")]
struct LogKey {
    region: u64,
    #[rowkey(before = 1)]
    index: u64,
}

#[derive(RowKey)]
#[rowkey(namespace = "z")]
struct StateKey {
    region: u64,
    name: String,
    #[rowkey(before = 2)]
    part: u32,
}

#[derive(KeySpace)]
enum Row {
    Log(LogKey),
    State(StateKey),
}

fn main() {}
