//! Reads and writes rows of RocksDB.

use rocksdb::{DB, IteratorMode, ReadOptions};
use rowkey::{KeyRange, RowKey};

use crate::PaymentKey;

/// Stores a payment, and returns the customer's payments, newest first.
pub fn pay(database: &DB, payment: &PaymentKey, value: &[u8]) -> anyhow::Result<Vec<PaymentKey>> {
    let key = payment.encode();
    database.put(&key, value)?;
    let query = PaymentKey::prefix().customer(payment.customer);
    let payments = query.scan(|range| database.iterator_opt(IteratorMode::Start, options(range)));
    Ok(payments.map(|row| row.map(|(key, _value)| key)).collect::<Result<_, _>>()?)
}

/// Removes a payment, and returns the value that was stored.
pub fn revoke(database: &DB, payment: &PaymentKey) -> anyhow::Result<Option<Vec<u8>>> {
    let key = payment.encode();
    let value = database.get(&key)?;
    database.delete(&key)?;
    Ok(value)
}

fn options(range: KeyRange) -> ReadOptions {
    let (start, end) = range.into_parts();
    let mut options = ReadOptions::default();
    options.set_iterate_lower_bound(start);
    if let Some(end) = end {
        options.set_iterate_upper_bound(end);
    }
    options
}
