// errors: 1
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

// The page on messages says what to write: `.iri().starts_with("http")`.
fn main() {
    TripleKey::prefix().subject_in(Term::prefix().iri("http"));
}
