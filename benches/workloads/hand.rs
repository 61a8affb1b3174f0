//! Code that the hand-written codecs of the workloads share: errors, escapes, text and bounds.

use std::borrow::Cow;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidKey {
    Length(usize),
    Truncated,
    Trailing,
    Escape,
    Utf8,
    Digits,
    Salt,
    Delimiter,
}

#[inline]
pub fn split<const N: usize>(bytes: &[u8]) -> Result<([u8; N], &[u8]), InvalidKey> {
    bytes.split_first_chunk().map(|(first, rest)| (*first, rest)).ok_or(InvalidKey::Truncated)
}

/// Appends the bytes with each 00 escaped as 00 FF, then the terminator 00 00.
#[inline]
pub fn push_escaped(bytes: &[u8], out: &mut Vec<u8>) {
    let mut rest = bytes;
    while let Some(zero) = memchr::memchr(0, rest) {
        out.extend_from_slice(&rest[..=zero]);
        out.push(0xFF);
        rest = &rest[zero + 1..];
    }
    out.extend_from_slice(rest);
    out.extend_from_slice(&[0, 0]);
}

/// Returns the bytes before 00 00 and the rest after it. Copies the bytes only if they contain an escape.
#[inline]
pub fn split_escaped(bytes: &[u8]) -> Result<(Cow<'_, [u8]>, &[u8]), InvalidKey> {
    let zero = memchr::memchr(0, bytes).ok_or(InvalidKey::Truncated)?;
    match bytes.get(zero + 1) {
        Some(0) => Ok((Cow::Borrowed(&bytes[..zero]), &bytes[zero + 2..])),
        _ => unescape(bytes),
    }
}

#[cold]
fn unescape(mut bytes: &[u8]) -> Result<(Cow<'_, [u8]>, &[u8]), InvalidKey> {
    let mut content = Vec::new();
    loop {
        let zero = memchr::memchr(0, bytes).ok_or(InvalidKey::Truncated)?;
        content.extend_from_slice(&bytes[..zero]);
        match bytes.get(zero + 1) {
            Some(0) => return Ok((Cow::Owned(content), &bytes[zero + 2..])),
            Some(0xFF) => content.push(0),
            _ => return Err(InvalidKey::Escape),
        }
        bytes = &bytes[zero + 2..];
    }
}

#[inline]
pub fn text(bytes: Cow<'_, [u8]>) -> Result<Cow<'_, str>, InvalidKey> {
    match bytes {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|_| InvalidKey::Utf8),
        Cow::Owned(bytes) => String::from_utf8(bytes).map(Cow::Owned).map_err(|_| InvalidKey::Utf8),
    }
}

/// Flips the sign bit, so that the bytes sort like the numbers.
#[inline]
pub fn ordered(number: i64) -> [u8; 8] {
    (number ^ i64::MIN).to_be_bytes()
}

#[inline]
pub fn from_ordered(bytes: [u8; 8]) -> i64 {
    i64::from_be_bytes(bytes) ^ i64::MIN
}

/// Returns the excluded upper bound of the keys with this prefix, or `None` if all bytes of the prefix are FF.
#[inline]
pub fn upper_bound(mut prefix: Vec<u8>) -> Option<Vec<u8>> {
    while let Some(last) = prefix.last_mut() {
        if *last < 0xFF {
            *last += 1;
            return Some(prefix);
        }
        prefix.pop();
    }
    None
}
