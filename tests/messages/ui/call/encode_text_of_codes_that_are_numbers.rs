use rowkey::{KeyField, RowKey};

#[derive(KeyField)]
enum Channel {
    #[code(1)]
    Taobao,
    #[code(2)]
    Tmall,
}

#[derive(RowKey)]
struct VisitKey {
    channel: Channel,
    #[pad(20)]
    visitor: u64,
}

fn main() {
    let _ = VisitKey { channel: Channel::Tmall, visitor: 7 }.encode_text();
}
