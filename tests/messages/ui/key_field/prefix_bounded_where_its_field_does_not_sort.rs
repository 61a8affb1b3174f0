use rowkey::{KeyField, CompositeField, RowKey};

#[derive(KeyField)]
enum Term {
    #[code(1)]
    Iri(String),
    #[code(2)]
    Host(#[reverse] String),
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
    let _ = TripleKey::prefix().subject_in(Term::prefix().host().within("a".."b"));
}
