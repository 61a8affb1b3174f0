use rowkey::{KeyField, CompositeField, RowKey};

#[derive(KeyField)]
enum Term {
    #[code(1)]
    Iri(String),
    #[code(2)]
    Host(String),
}

#[derive(KeyField)]
struct Place {
    city: String,
    floor: u8,
}

#[derive(RowKey)]
struct TripleKey {
    subject: Term,
    place: Place,
}

fn main() {
    let _ = TripleKey::prefix().subject(&Term::Iri(String::new())).place_in(Place::prefix().starts_with("Os").equals(1));
}
