// errors: 2
use rowkey::{KeyField, RowKey};

#[derive(Clone, KeyField)]
struct HostId<'a>(&'a u32);

#[derive(Clone, KeyField)]
struct Place<'a> {
    country: &'a str,
    zip: &'a u32,
}

#[derive(RowKey)]
struct VisitKey<'a> {
    host: HostId<'a>,
    place: Place<'a>,
}

fn main() {
    let _ = VisitKey::prefix().range();
}
