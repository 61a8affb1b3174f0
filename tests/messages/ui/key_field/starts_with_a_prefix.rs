// errors: 2
use rowkey::{CompositeField, KeyField, RowKey};

#[derive(KeyField)]
enum Term {
    #[code(1)]
    Iri(String),
    #[code(2)]
    Number(i64),
}

#[derive(RowKey)]
struct TripleKey {
    subject: Term,
}

fn main() {
    TripleKey::prefix().subject_starts_with(Term::prefix().iri());
}
