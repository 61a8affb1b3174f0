//! The example of the README.

use rowkey::RowKey;
use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq, RowKey)]
struct PaymentKey {
    #[salt(md5, 2)] // first two MD5 bytes of `customer`, before the key
    #[pad(6)] // six decimal digits: 123 -> "000123"
    customer: u32,
    #[descending] // newest first
    paid_at: i64, // milliseconds since 1970
    payment: u64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let key = PaymentKey { customer: 123, paid_at: 1_364_248_490_000, payment: 7 };
    let bytes: [u8; 24] = key.try_encode()?; // fixed width: an array, no allocation
    assert_eq!(PaymentKey::decode(&bytes)?, key);

    let mut table = BTreeMap::new();
    table.insert(bytes.to_vec(), "7.50 EUR");

    // One range, although the key is salted: the salt is computed from `customer`.
    let range = PaymentKey::prefix().customer(123).paid_at_in(1_364_000_000_000..).range();
    for (bytes, amount) in table.range(range) {
        println!("{:?}: {amount}", PaymentKey::decode(bytes)?);
    }
    Ok(())
}
