// errors: 7
use rowkey::RowKey;
use std::collections::HashMap;

#[derive(RowKey)]
struct DescendingHashMapKey {
    #[descending]
    tags: HashMap<String, String>,
}

#[derive(RowKey)]
struct HashMapPaymentKey {
    customer: u32,
    tags: HashMap<String, String>,
    payment: u64,
}

fn hash_map() {
    let key = HashMapPaymentKey { customer: 1, tags: HashMap::new(), payment: 2 };
    let _ = key.try_encode();
    let _ = key.encode();
    let _ = HashMapPaymentKey::decode(&[]);
    let _ = HashMapPaymentKey::prefix().customer(1).tags(&key.tags).payment_in(..).range();
}

#[derive(RowKey)]
struct HashedHashMapKey {
    #[hash(md5, 4)]
    tags: HashMap<String, String>,
}

#[derive(RowKey)]
struct OptionalHashMapKey {
    tags: Option<HashMap<String, String>>,
}

#[derive(RowKey)]
struct SaltedHashMapKey {
    #[salt(md5, 4)]
    tags: HashMap<String, String>,
    payment: u64,
}

#[derive(RowKey)]
struct TupleKey {
    payment: (u32, u64),
}

#[derive(RowKey)]
struct UnknownKey {
    customer: Customer,
    payment: u64,
}

fn main() {}
