use rowkey::RowKey;

enum Channel {
    Web,
    Shop,
}

#[derive(RowKey)]
struct VisitKey {
    channel: Channel,
    visit: u64,
}

fn main() {
    let _ = VisitKey { channel: Channel::Web, visit: 1 }.encode();
}
