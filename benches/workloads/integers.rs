//! Workload (a), three integers: rowkey's key, and hand-written code for the same bytes.

use super::hand::{InvalidKey, from_ordered, ordered};
use rowkey::RowKey;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, RowKey)]
pub struct Key {
    pub customer: u32,
    pub paid_at: i64,
    pub payment: u64,
}

pub const WIDTH: usize = 20;

#[inline]
pub fn encode(key: &Key) -> [u8; WIDTH] {
    let mut bytes = [0; WIDTH];
    bytes[..4].copy_from_slice(&key.customer.to_be_bytes());
    bytes[4..12].copy_from_slice(&ordered(key.paid_at));
    bytes[12..].copy_from_slice(&key.payment.to_be_bytes());
    bytes
}

#[inline]
pub fn encode_into(key: &Key, out: &mut Vec<u8>) {
    out.extend_from_slice(&encode(key));
}

#[inline]
pub fn decode(bytes: &[u8]) -> Result<Key, InvalidKey> {
    let Ok(bytes) = <&[u8; WIDTH]>::try_from(bytes) else {
        return Err(InvalidKey::Length(bytes.len()));
    };
    let [c0, c1, c2, c3, a0, a1, a2, a3, a4, a5, a6, a7, payment @ ..] = *bytes;
    Ok(Key {
        customer: u32::from_be_bytes([c0, c1, c2, c3]),
        paid_at: from_ordered([a0, a1, a2, a3, a4, a5, a6, a7]),
        payment: u64::from_be_bytes(payment),
    })
}

#[inline]
pub fn range(customer: u32, from: i64, to: i64) -> (Vec<u8>, Vec<u8>) {
    let bound = |at| {
        let mut bytes = [0; 12];
        bytes[..4].copy_from_slice(&u32::to_be_bytes(customer));
        bytes[4..].copy_from_slice(&ordered(at));
        bytes.to_vec()
    };
    (bound(from), bound(to.max(from)))
}
