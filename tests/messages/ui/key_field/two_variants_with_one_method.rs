use rowkey::{KeyField, RowKey};

#[derive(KeyField)]
enum Term {
    #[code(1)]
    Iri(String),
    #[code(2)]
    IRI,
}

#[derive(RowKey)]
struct TripleKey {
    subject: Term,
    triple: u64,
}

fn main() {
    let _ = TripleKey { subject: Term::IRI, triple: 1 }.try_encode();
}
