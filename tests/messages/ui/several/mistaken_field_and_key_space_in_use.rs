// errors: 2
use rowkey::{KeyField, KeySpace, RowKey};

#[derive(Clone, Copy, KeyField)]
enum Channel {
    Web,
    #[code("shop")]
    Shop,
}

#[derive(RowKey)]
#[rowkey(namespace = "visits/")]
struct VisitKey {
    #[descending]
    channel: Channel,
    visitor: u64,
}

#[derive(KeySpace)]
enum Row {
    Visit { key: VisitKey },
}

fn main() {
    let key = VisitKey { channel: Channel::Web, visitor: 7 };
    let _ = VisitKey::decode(&key.encode());
    let _ = VisitKey::prefix().channel(Channel::Web).visitor_in(1..).range();
    let row = Row::Visit { key };
    let _ = row.try_encode();
    let _ = (Row::decode(b""), Row::explain(b""), Row::LAYOUTS);
}
