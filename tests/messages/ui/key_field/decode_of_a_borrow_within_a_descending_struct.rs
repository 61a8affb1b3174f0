// errors: 2
use rowkey::{KeyField, RowKey};

#[derive(KeyField)]
struct Place<'a> {
    #[length(u8)]
    city: &'a str,
    #[pad(4)]
    room: &'a str,
}

#[derive(KeyField)]
enum Target<'a> {
    #[code(1)]
    Named(#[length(u8)] &'a [u8]),
}

#[derive(RowKey)]
struct VisitKey<'a> {
    #[descending]
    place: Place<'a>,
}

#[derive(RowKey)]
struct LinkKey<'a> {
    #[descending]
    target: Target<'a>,
}

fn main() {
    let _ = VisitKey::decode(b"");
    let _ = LinkKey::decode(b"");
}
