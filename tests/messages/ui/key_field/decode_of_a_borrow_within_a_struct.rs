use rowkey::{KeyField, RowKey};

#[derive(KeyField)]
struct Place<'a> {
    city: &'a str,
    room: u8,
}

#[derive(RowKey)]
struct VisitKey<'a> {
    place: Place<'a>,
}

fn main() {
    let _ = VisitKey::decode(b"");
}
