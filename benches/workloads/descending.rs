//! Workload (f), a descending string: rowkey's key, and hand-written code for the same bytes. The string is escaped and
//! terminated, and then all its bytes are complemented, including the escapes and the terminator.

use super::hand::{InvalidKey, split, text, upper_bound};
use rowkey::RowKey;
use std::borrow::Cow;

#[derive(Debug, Clone, PartialEq, Eq, RowKey)]
pub struct Key {
    #[descending]
    pub title: String,
    pub page: u64,
}

/// Appends the complemented bytes in a single loop, which the compiler vectorizes.
#[inline]
fn push_complemented(bytes: &[u8], out: &mut Vec<u8>) {
    out.extend(bytes.iter().map(|byte| !byte));
}

#[inline]
fn push_title(title: &str, out: &mut Vec<u8>) {
    let mut rest = title.as_bytes();
    while let Some(zero) = memchr::memchr(0, rest) {
        push_complemented(&rest[..=zero], out);
        out.push(0);
        rest = &rest[zero + 1..];
    }
    push_complemented(rest, out);
    out.extend_from_slice(&[0xFF, 0xFF]);
}

#[inline]
pub fn encode_into(key: &Key, out: &mut Vec<u8>) {
    push_title(&key.title, out);
    out.extend_from_slice(&key.page.to_be_bytes());
}

#[inline]
pub fn encode(key: &Key) -> Vec<u8> {
    let mut out = Vec::with_capacity(key.title.len() + 2 + 8);
    encode_into(key, &mut out);
    out
}

#[inline]
pub fn decode(mut bytes: &[u8]) -> Result<Key, InvalidKey> {
    let mut title = Vec::new();
    let rest = loop {
        let end = memchr::memchr(0xFF, bytes).ok_or(InvalidKey::Truncated)?;
        title.extend(bytes[..end].iter().map(|byte| !byte));
        match bytes.get(end + 1) {
            Some(0xFF) => break &bytes[end + 2..],
            Some(0) => title.push(0),
            _ => return Err(InvalidKey::Escape),
        }
        bytes = &bytes[end + 2..];
    };
    let (page, rest) = split(rest)?;
    if !rest.is_empty() {
        return Err(InvalidKey::Trailing);
    }
    Ok(Key { title: text(Cow::Owned(title))?.into_owned(), page: u64::from_be_bytes(page) })
}

#[inline]
pub fn range(title: &str) -> (Vec<u8>, Option<Vec<u8>>) {
    let mut start = Vec::with_capacity(title.len() + 2);
    push_title(title, &mut start);
    let end = upper_bound(start.clone());
    (start, end)
}
