use rowkey::{KeyField, RowKey};
use std::collections::HashMap;

#[derive(KeyField)]
enum Term {
    #[code(1)]
    Iri(String),
    #[code(2)]
    Names { names: HashMap<u8, u8> },
}

#[derive(RowKey)]
struct TripleKey {
    subject: Term,
    triple: u64,
}

fn main() {
    let key = TripleKey { subject: Term::Iri(String::new()), triple: 1 };
    let _ = key.try_encode();
}
