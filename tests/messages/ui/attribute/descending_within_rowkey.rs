use rowkey::RowKey;

#[derive(RowKey)]
struct EventKey {
    #[rowkey(descending)]
    at: u64,
}

fn main() {
    let _ = EventKey { at: 1 }.encode();
}
