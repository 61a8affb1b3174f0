//! Workload (e), a salt of the first two MD5 bytes of a field: rowkey's key, and hand-written code for the same bytes.

use super::hand::{InvalidKey, from_ordered, ordered};
use md5::{Digest, Md5};
use rowkey::RowKey;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, RowKey)]
pub struct Key {
    #[salt(md5, 2)]
    pub customer: u32,
    pub paid_at: i64,
    pub payment: u64,
}

pub const WIDTH: usize = 22;

#[inline]
pub fn salt_of(customer: u32) -> [u8; 2] {
    let digest = Md5::digest(customer.to_be_bytes());
    [digest[0], digest[1]]
}

#[inline]
pub fn encode(key: &Key) -> [u8; WIDTH] {
    let mut bytes = [0; WIDTH];
    bytes[..2].copy_from_slice(&salt_of(key.customer));
    bytes[2..6].copy_from_slice(&key.customer.to_be_bytes());
    bytes[6..14].copy_from_slice(&ordered(key.paid_at));
    bytes[14..].copy_from_slice(&key.payment.to_be_bytes());
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
    let [s0, s1, c0, c1, c2, c3, a0, a1, a2, a3, a4, a5, a6, a7, payment @ ..] = *bytes;
    let customer = u32::from_be_bytes([c0, c1, c2, c3]);
    if [s0, s1] != salt_of(customer) {
        return Err(InvalidKey::Salt);
    }
    let paid_at = from_ordered([a0, a1, a2, a3, a4, a5, a6, a7]);
    Ok(Key { customer, paid_at, payment: u64::from_be_bytes(payment) })
}

#[inline]
pub fn range(customer: u32, from: i64, to: i64) -> (Vec<u8>, Vec<u8>) {
    let mut start = [0; 14];
    start[..2].copy_from_slice(&salt_of(customer));
    start[2..6].copy_from_slice(&customer.to_be_bytes());
    let mut end = start;
    start[6..].copy_from_slice(&ordered(from));
    end[6..].copy_from_slice(&ordered(to.max(from)));
    (start.to_vec(), end.to_vec())
}
