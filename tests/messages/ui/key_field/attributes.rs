// errors: 4
use rowkey::{KeyField, RowKey};

#[derive(KeyField)]
enum DescendingOnAVariant {
    #[code("tb")]
    #[descending]
    Taobao,
    #[code("tm")]
    Tmall,
}

#[derive(KeyField)]
#[rowkey(max_len = 2)]
enum MaxLenOnAnEnum {
    #[code("tb")]
    Taobao,
}

#[derive(KeyField)]
struct SaltWithinAStruct {
    #[salt(md5, 2)]
    shelf: u16,
    room: u8,
}

#[derive(KeyField)]
enum Term {
    #[code(1)]
    Iri(#[salt(md5, 1)] String),
}

#[derive(RowKey)]
struct TripleKey {
    subject: Term,
    triple: u64,
}

fn salt_within_a_variant() {
    let key = TripleKey { subject: Term::Iri(String::new()), triple: 1 };
    let _ = key.try_encode();
}

fn main() {}
