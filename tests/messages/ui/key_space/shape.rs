// errors: 3
use rowkey::{KeySpace, RowKey};

#[derive(KeySpace)]
struct Struct {
    id: u64,
}

#[derive(KeySpace)]
enum TypeParameter<K> {
    One(K),
}

// Union.
#[derive(Clone, Copy, RowKey)]
struct PaymentKey {
    customer: u32,
}

#[derive(KeySpace)]
union UnionRow {
    payment: PaymentKey,
}

fn main() {}
