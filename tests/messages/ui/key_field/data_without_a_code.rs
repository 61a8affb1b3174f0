use rowkey::{KeyField, RowKey};

#[derive(KeyField)]
enum Term {
    #[code(1)]
    Iri(String),
    Number(i64),
}

#[derive(RowKey)]
struct TripleKey {
    subject: Term,
    triple: u64,
}

fn main() {
    let key = TripleKey { subject: Term::Iri(String::new()), triple: 1 };
    let _ = key.try_encode();
    let _ = Term::Number(1);
}
