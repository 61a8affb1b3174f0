//! Cursors for reading rows in pages. A [`Cursor`] is the position after the last row of a page, as text for URLs.

use crate::error::debug_as_message;
use crate::layout::siphash::SipHash;
use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::ops::Deref;

/// The order in which the rows of a range are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "records"), allow(unreachable_pub, reason = "public in `rowkey::store`"))]
pub enum Direction {
    /// From the least key to the greatest.
    Forward,
    /// From the greatest key to the least.
    Backward,
}

#[cfg(feature = "records")]
impl Direction {
    /// Returns the other direction.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }
}

/// A page of rows, and the cursor of the next page: the return type of [`Scan::page`](crate::scan::Scan::page), and of
/// [`page`](crate::store::Scan::page) for records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<R> {
    /// The rows of the page.
    pub rows: Vec<R>,
    /// The position after the last row, or `None` if there are no more rows.
    pub next: Option<Cursor>,
}

/// The position after the last row of a [`Page`], as text for URLs: letters, digits, `-` and `_`.
///
/// A cursor contains the stored key of the row, the direction of the scan, and a fingerprint. The fingerprint is a hash
/// that identifies the layout of the key or, for [records](crate::record), the table and the format of its rows. A
/// query rejects cursors with another fingerprint or direction, and cursors outside of the query. A checksum of 32 bits
/// detects text that was cut or changed by accident. A cursor is neither encrypted nor signed: anyone who has the cursor
/// can read the key of the row, and can write a cursor for another key.
///
/// A cursor dereferences to `str`. Pass `page.next.as_deref()` to [`Scan::page`](crate::scan::Scan::page).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cursor(String);

impl Cursor {
    /// Returns the text of the cursor.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Creates a cursor whose key is the concatenation of `parts`. `fingerprint` identifies the layout, the table or
    /// the operation, such as `Rows::rebuild`, that accepts the cursor.
    pub(crate) fn of_parts(direction: Direction, fingerprint: u64, parts: &[&[u8]]) -> Self {
        let mut bytes =
            Vec::with_capacity(HEADER_LEN + parts.iter().map(|part| part.len()).sum::<usize>() + CHECKSUM_LEN);
        bytes.push(VERSION);
        bytes.push(matches!(direction, Direction::Backward).into());
        bytes.extend_from_slice(&fingerprint.to_be_bytes());
        for part in parts {
            bytes.extend_from_slice(part);
        }
        let checksum = checksum(&bytes);
        bytes.extend_from_slice(&checksum);
        Self(to_base64(&bytes))
    }
}

impl Deref for Cursor {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Cursor {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Cursor> for String {
    fn from(cursor: Cursor) -> Self {
        cursor.0
    }
}

/// The version of the format of cursors: the first byte of each cursor.
const VERSION: u8 = 1;

/// The number of bytes before the key: the version (1 byte), the direction (1 byte) and the fingerprint (8 bytes).
const HEADER_LEN: usize = 10;

/// The number of bytes of the checksum, after the key.
const CHECKSUM_LEN: usize = 4;

/// Returns the checksum of the header and the key. Without it, a cursor that was cut would be another valid position:
/// rows would be missing, or returned twice.
fn checksum(bytes: &[u8]) -> [u8; CHECKSUM_LEN] {
    let [a, b, c, d, ..] = SipHash::new().bytes(bytes).finish().to_be_bytes();
    [a, b, c, d]
}

/// A cursor, decoded from its text.
pub(crate) struct CursorContent {
    direction: Direction,
    fingerprint: u64,
    pub(crate) key: Vec<u8>,
}

impl CursorContent {
    pub(crate) fn read(cursor: &str) -> Result<Self, CursorError> {
        let mut bytes = from_base64(cursor).ok_or(CursorError::Damaged)?;
        let (content, stored) = bytes.split_last_chunk().ok_or(CursorError::Damaged)?;
        if *stored != checksum(content) {
            return Err(CursorError::Damaged);
        }
        bytes.truncate(bytes.len() - CHECKSUM_LEN);
        let header: [u8; HEADER_LEN] = *bytes.first_chunk().ok_or(CursorError::Damaged)?;
        let ([VERSION, direction], fingerprint) = header.split_at(2) else { return Err(CursorError::Damaged) };
        let direction = match direction {
            0 => Direction::Forward,
            1 => Direction::Backward,
            _ => return Err(CursorError::Damaged),
        };
        let fingerprint = fingerprint.try_into().map_err(|_| CursorError::Damaged)?;
        bytes.drain(..HEADER_LEN);
        Ok(Self { direction, fingerprint: u64::from_be_bytes(fingerprint), key: bytes })
    }

    pub(crate) fn check(&self, fingerprint: u64, direction: Direction) -> Result<(), CursorError> {
        if self.fingerprint != fingerprint {
            return Err(CursorError::OtherTable);
        }
        if self.direction != direction {
            return Err(CursorError::OtherDirection);
        }
        Ok(())
    }
}

/// The reason why a query rejects a cursor.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CursorError {
    /// The text is not a cursor, or it was cut or changed.
    Damaged,
    /// The cursor belongs to another table, or to another layout of the table.
    OtherTable,
    /// The cursor belongs to a scan in the other direction.
    OtherDirection,
    /// The cursor is a position outside of the query.
    OutsideOfQuery,
}

impl fmt::Display for CursorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Damaged => "the text is not a cursor, or it was cut or changed",
            Self::OtherTable => "the cursor belongs to another table or another layout",
            Self::OtherDirection => "the cursor belongs to a scan in the other direction",
            Self::OutsideOfQuery => "the cursor is a position outside of the query",
        })
    }
}

impl Error for CursorError {}

debug_as_message!(CursorError);

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const VALUES: [u8; 256] = {
    let mut values = [NOT_A_DIGIT; 256];
    let (mut digits, mut value) = (DIGITS.as_slice(), 0);
    while let [digit, rest @ ..] = digits {
        let (_, after) = values.split_at_mut(*digit as usize);
        if let [place, ..] = after {
            *place = value;
        }
        (digits, value) = (rest, value + 1);
    }
    values
};

const NOT_A_DIGIT: u8 = 0xFF;

fn value_of(digit: u8) -> u8 {
    VALUES.get(usize::from(digit)).copied().unwrap_or(NOT_A_DIGIT)
}

/// Returns bytes as base64 for URLs, without padding.
fn to_base64(bytes: &[u8]) -> String {
    let digit = |value: u8| DIGITS.get(usize::from(value & 63)).copied().unwrap_or_default();
    let mut text = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        match *chunk {
            [a, b, c] => text.extend_from_slice(&[a >> 2, a << 4 | b >> 4, b << 2 | c >> 6, c].map(digit)),
            [a, b] => text.extend_from_slice(&[a >> 2, a << 4 | b >> 4, b << 2].map(digit)),
            [a] => text.extend_from_slice(&[a >> 2, a << 4].map(digit)),
            _ => {}
        }
    }
    String::from_utf8(text).unwrap_or_default()
}

/// The inverse of [`to_base64`]. Returns `None` for text that `to_base64` does not produce.
fn from_base64(text: &str) -> Option<Vec<u8>> {
    const ZERO: u8 = DIGITS[0];
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    // The bitwise OR of all values, so that one check at the end is enough. Digits have values below 64, so the OR is
    // `NOT_A_DIGIT` (FF) only if one of the values is.
    let mut all_values = 0;
    let mut decode_group = |digits: [u8; 4]| {
        let [a, b, c, d] = digits.map(value_of);
        all_values |= a | b | c | d;
        [a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d]
    };
    let mut chunks = text.as_bytes().chunks_exact(4);
    for chunk in chunks.by_ref() {
        if let [a, b, c, d] = *chunk {
            bytes.extend_from_slice(&decode_group([a, b, c, d]));
        }
    }
    // The bits after the last byte. `to_base64` sets them to zero.
    let unused = match *chunks.remainder() {
        [] => 0,
        [a, b] => {
            let [first, unused, _] = decode_group([a, b, ZERO, ZERO]);
            bytes.push(first);
            unused
        }
        [a, b, c] => {
            let [first, second, unused] = decode_group([a, b, c, ZERO]);
            bytes.extend_from_slice(&[first, second]);
            unused
        }
        _ => return None,
    };
    (all_values != NOT_A_DIGIT && unused == 0).then_some(bytes)
}
