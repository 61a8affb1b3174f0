use keys::RowKey;

#[derive(RowKey)]
#[rowkey(crate = "keys")]
struct SaltedKey {
    #[salt(sha256, 2)]
    customer: u32,
    payment: u64,
}

#[derive(RowKey)]
#[rowkey(crate = "keys")]
struct HashedKey {
    #[hash(xxh3, 4)]
    customer: u32,
    payment: u64,
}

fn main() {
    let key = SaltedKey { customer: 1, payment: 2 };
    let _ = SaltedKey::decode(&key.encode());
    let _ = SaltedKey::prefix().customer(1).payment_in(..).range();

    let _ = HashedKey { customer: 1, payment: 2 }.encode();
    let _ = HashedKey::prefix().customer(1).payment(2).range();
}
