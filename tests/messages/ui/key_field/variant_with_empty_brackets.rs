use rowkey::{KeyField, RowKey};

#[derive(KeyField)]
enum Channel {
    #[code(1)]
    Web(),
}

#[derive(RowKey)]
struct VisitKey {
    channel: Channel,
    visit: u64,
}

fn main() {
    let _ = VisitKey { channel: Channel::Web(), visit: 1 }.try_encode();
}
