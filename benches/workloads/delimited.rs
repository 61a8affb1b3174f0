//! Workload (g), delimited text: rowkey's key, and hand-written code for the same bytes.

use super::hand::{InvalidKey, upper_bound};
use rowkey::RowKey;

#[derive(Debug, Clone, PartialEq, Eq, RowKey)]
#[rowkey(delimiter = '_')]
pub struct Key {
    pub region: String,
    pub user: String,
    pub order: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, RowKey)]
#[rowkey(delimiter = '_')]
pub struct Borrowing<'a> {
    pub region: &'a str,
    pub user: &'a str,
    pub order: &'a str,
}

#[inline]
fn push(text: &str, out: &mut Vec<u8>) -> Option<()> {
    if memchr::memchr(b'_', text.as_bytes()).is_some() {
        return None;
    }
    out.extend_from_slice(text.as_bytes());
    out.push(b'_');
    Some(())
}

#[inline]
pub fn encode_into(key: &Key, out: &mut Vec<u8>) -> Option<()> {
    let before = out.len();
    let pushed = push(&key.region, out).and_then(|()| push(&key.user, out));
    if pushed.is_none() {
        out.truncate(before);
        return None;
    }
    out.extend_from_slice(key.order.as_bytes());
    Some(())
}

#[inline]
pub fn encode(key: &Key) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(key.region.len() + key.user.len() + key.order.len() + 2);
    encode_into(key, &mut out)?;
    Some(out)
}

#[inline]
fn split_at_delimiter(bytes: &[u8]) -> Result<(&str, &[u8]), InvalidKey> {
    let end = memchr::memchr(b'_', bytes).ok_or(InvalidKey::Delimiter)?;
    let text = std::str::from_utf8(&bytes[..end]).map_err(|_| InvalidKey::Utf8)?;
    Ok((text, &bytes[end + 1..]))
}

#[inline]
pub fn decode_borrowed(bytes: &[u8]) -> Result<Borrowing<'_>, InvalidKey> {
    let (region, bytes) = split_at_delimiter(bytes)?;
    let (user, bytes) = split_at_delimiter(bytes)?;
    Ok(Borrowing { region, user, order: std::str::from_utf8(bytes).map_err(|_| InvalidKey::Utf8)? })
}

#[inline]
pub fn decode(bytes: &[u8]) -> Result<Key, InvalidKey> {
    let Borrowing { region, user, order } = decode_borrowed(bytes)?;
    Ok(Key { region: region.into(), user: user.into(), order: order.into() })
}

#[inline]
pub fn range(region: &str, user: &str) -> Option<(Vec<u8>, Option<Vec<u8>>)> {
    let mut start = Vec::with_capacity(region.len() + user.len() + 2);
    push(region, &mut start)?;
    push(user, &mut start)?;
    let end = upper_bound(start.clone());
    Some((start, end))
}
