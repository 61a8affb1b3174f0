//! Scans TiKV with `tikv-client`.

use rowkey::RowKey;
use tikv_client::{KvPair, RawClient};

use crate::PaymentKey;

/// Returns the newest `limit` payments of a customer.
pub async fn payments(tikv: &RawClient, customer: u64, limit: u32) -> anyhow::Result<Vec<PaymentKey>> {
    let range = PaymentKey::prefix().customer(customer).range();
    let pairs = tikv.scan(range.into_parts(), limit).await?;
    let key = |KvPair(key, _value): KvPair| PaymentKey::decode(&Vec::from(key));
    Ok(pairs.into_iter().map(key).collect::<Result<_, _>>()?)
}
