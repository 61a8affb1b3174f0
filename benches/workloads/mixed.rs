//! Workloads (b) and (c), an escaped string among integers: rowkey's key, and hand-written code for the same bytes.

use super::hand::{InvalidKey, from_ordered, ordered, push_escaped, split, split_escaped, text, upper_bound};
use rowkey::RowKey;
use std::borrow::Cow;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, RowKey)]
pub struct Key {
    pub customer: u32,
    pub shop: String,
    pub paid_at: i64,
    pub payment: u64,
}

#[derive(Debug, Clone, PartialEq, RowKey)]
pub struct Borrowing<'a> {
    pub customer: u32,
    pub shop: Cow<'a, str>,
    pub paid_at: i64,
    pub payment: u64,
}

#[inline]
pub fn encode_into(key: &Key, out: &mut Vec<u8>) {
    out.extend_from_slice(&key.customer.to_be_bytes());
    push_escaped(key.shop.as_bytes(), out);
    out.extend_from_slice(&ordered(key.paid_at));
    out.extend_from_slice(&key.payment.to_be_bytes());
}

#[inline]
pub fn encode(key: &Key) -> Vec<u8> {
    let mut out = Vec::with_capacity(4 + key.shop.len() + 2 + 16);
    encode_into(key, &mut out);
    out
}

#[inline]
pub fn decode_borrowed(bytes: &[u8]) -> Result<Borrowing<'_>, InvalidKey> {
    let (customer, bytes) = split(bytes)?;
    let (shop, bytes) = split_escaped(bytes)?;
    let (paid_at, bytes) = split(bytes)?;
    let (payment, bytes) = split(bytes)?;
    if !bytes.is_empty() {
        return Err(InvalidKey::Trailing);
    }
    Ok(Borrowing {
        customer: u32::from_be_bytes(customer),
        shop: text(shop)?,
        paid_at: from_ordered(paid_at),
        payment: u64::from_be_bytes(payment),
    })
}

#[inline]
pub fn decode(bytes: &[u8]) -> Result<Key, InvalidKey> {
    let Borrowing { customer, shop, paid_at, payment } = decode_borrowed(bytes)?;
    Ok(Key { customer, shop: shop.into_owned(), paid_at, payment })
}

#[inline]
pub fn range(customer: u32, shop: &str) -> (Vec<u8>, Option<Vec<u8>>) {
    let mut start = Vec::with_capacity(4 + shop.len() + 2);
    start.extend_from_slice(&customer.to_be_bytes());
    push_escaped(shop.as_bytes(), &mut start);
    let end = upper_bound(start.clone());
    (start, end)
}
