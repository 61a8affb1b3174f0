use rowkey::{KeyField, RowKey};

#[derive(KeyField)]
enum Term {
    #[code(1)]
    Host(#[reverse] String),
}

#[derive(RowKey)]
struct TripleKey {
    subject: Term,
    triple: u64,
}

fn main() {
    let _ = TripleKey::prefix().subject_in(&Term::Host(String::new())..);
}
