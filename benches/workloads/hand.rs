//! What hand-written codecs share.

use std::borrow::Cow;

/// Why a key cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bad {
    Length(usize),
    Truncated,
    Trailing,
    Escape,
    Utf8,
    Digits,
    Salt,
    Delimiter,
}

/// The next bytes, and what is behind them.
#[inline]
pub fn split<const N: usize>(bytes: &[u8]) -> Result<([u8; N], &[u8]), Bad> {
    bytes.split_first_chunk().map(|(first, rest)| (*first, rest)).ok_or(Bad::Truncated)
}

/// The bytes with each 00 as 00 FF, and 00 00 behind them.
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

/// The bytes up to 00 00 and what is behind it, copied only if there is an escape in them.
#[inline]
pub fn split_escaped(bytes: &[u8]) -> Result<(Cow<'_, [u8]>, &[u8]), Bad> {
    let zero = memchr::memchr(0, bytes).ok_or(Bad::Truncated)?;
    match bytes.get(zero + 1) {
        Some(0) => Ok((Cow::Borrowed(&bytes[..zero]), &bytes[zero + 2..])),
        _ => unescape(bytes),
    }
}

#[cold]
fn unescape(mut bytes: &[u8]) -> Result<(Cow<'_, [u8]>, &[u8]), Bad> {
    let mut content = Vec::new();
    loop {
        let zero = memchr::memchr(0, bytes).ok_or(Bad::Truncated)?;
        content.extend_from_slice(&bytes[..zero]);
        match bytes.get(zero + 1) {
            Some(0) => return Ok((Cow::Owned(content), &bytes[zero + 2..])),
            Some(0xFF) => content.push(0),
            _ => return Err(Bad::Escape),
        }
        bytes = &bytes[zero + 2..];
    }
}

#[inline]
pub fn text(bytes: Cow<'_, [u8]>) -> Result<Cow<'_, str>, Bad> {
    match bytes {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|_| Bad::Utf8),
        Cow::Owned(bytes) => String::from_utf8(bytes).map(Cow::Owned).map_err(|_| Bad::Utf8),
    }
}

/// The sign bit flipped, so that bytes compare as the numbers do.
#[inline]
pub fn ordered(number: i64) -> [u8; 8] {
    (number ^ i64::MIN).to_be_bytes()
}

#[inline]
pub fn from_ordered(bytes: [u8; 8]) -> i64 {
    i64::from_be_bytes(bytes) ^ i64::MIN
}

/// The end of the keys that begin so.
#[inline]
pub fn behind(mut prefix: Vec<u8>) -> Option<Vec<u8>> {
    while let Some(last) = prefix.last_mut() {
        if *last < 0xFF {
            *last += 1;
            return Some(prefix);
        }
        prefix.pop();
    }
    None
}
