// errors: 4
use rowkey::{CompositeField, KeyField, RowKey};

// Prefix of a type without prefixes.
#[derive(KeyField)]
#[rowkey(prefix = "Places")]
struct PrefixOfATypeWithoutPrefixesPlace {
    city: String,
    floor: u8,
}

#[derive(KeyField)]
#[rowkey(prefix = "Channels")]
enum Channel {
    #[code(1)]
    Web,
}

#[derive(KeyField)]
#[rowkey(prefix = "Node")]
enum Node {
    #[code(1)]
    Named(String),
}

#[derive(KeyField)]
enum Term {
    #[code(1)]
    Iri(String),
    #[code(2)]
    Host(String),
}

#[derive(KeyField)]
struct PrefixOfMoreFieldsThanTheTypeHasPlace {
    city: String,
    floor: u8,
}

#[derive(RowKey)]
struct TripleKey {
    subject: Term,
    place: PrefixOfMoreFieldsThanTheTypeHasPlace,
}

fn prefix_of_more_fields_than_the_type_has() {
    let _ = TripleKey::prefix().subject_in(Term::prefix().iri().equals("a").equals("b"));
}

fn main() {}
