use rowkey::{KeyField, RowKey};

#[derive(KeyField)]
struct Place {
    shelf: usize,
    room: u8,
}

#[derive(RowKey)]
struct BookKey {
    place: Place,
    book: u64,
}

fn main() {
    let key = BookKey { place: Place { shelf: 1, room: 2 }, book: 1 };
    let _ = BookKey::decode(&key.encode());
}
