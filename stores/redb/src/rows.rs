//! [`Bytes`], a stored key or value that borrows from redb, and [`Range`], an iterator over the stored rows of a key
//! range.

#![allow(clippy::inline_always, reason = "a row is large: a call for each row took half of the time of a scan")]

use crate::StoreError;
use crate::fixed::{FixedRange, ShortKey, next};
use redb::AccessGuard;
use rowkey::store::Direction;
use std::fmt;

/// The bytes of a stored key or value, borrowed from the transaction.
pub struct Bytes<'s>(pub(crate) BytesIn<'s>);

pub(crate) enum BytesIn<'s> {
    Redb(AccessGuard<'s, &'static [u8]>),
    Short(ShortKey),
    /// The value of a row in a redb table whose values are `()`.
    Empty,
}

impl AsRef<[u8]> for Bytes<'_> {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        match &self.0 {
            BytesIn::Redb(guard) => guard.value(),
            BytesIn::Short(key) => key.as_slice(),
            BytesIn::Empty => &[],
        }
    }
}

impl fmt::Debug for Bytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.as_ref().escape_ascii())
    }
}

/// An iterator over the keys and values of a range, forward or backward.
#[must_use = "iterators are lazy"]
pub struct Range<'s> {
    pub(crate) source: Source<'s>,
    pub(crate) direction: Direction,
}

pub(crate) enum Source<'s> {
    /// The redb table does not exist, so the table has no rows.
    None,
    Values(redb::Range<'s, &'static [u8], &'static [u8]>),
    Keys(redb::Range<'s, &'static [u8], ()>),
    Fixed(Box<dyn FixedRange + 's>),
}

impl<'s> Iterator for Range<'s> {
    type Item = Result<(Bytes<'s>, Bytes<'s>), StoreError>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let row = match &mut self.source {
            Source::None => return None,
            Source::Values(rows) => {
                next(rows, self.direction)?.map(|(key, value)| (Bytes(BytesIn::Redb(key)), Bytes(BytesIn::Redb(value))))
            }
            Source::Keys(rows) => {
                next(rows, self.direction)?.map(|(key, _)| (Bytes(BytesIn::Redb(key)), Bytes(BytesIn::Empty)))
            }
            Source::Fixed(rows) => {
                rows.next(self.direction)?.map(|key| (Bytes(BytesIn::Short(key)), Bytes(BytesIn::Empty)))
            }
        };
        Some(row.map_err(StoreError::from))
    }
}

impl Range<'_> {
    /// Passes the next key and value to `read`. Calls `end` if there is no next row, or if redb could not read the row.
    /// Unlike `next`, this method does not move the row.
    #[inline(always)]
    pub(crate) fn next_row<R>(
        &mut self,
        read: impl FnOnce(&[u8], &[u8]) -> R,
        end: impl FnOnce(Option<StoreError>) -> R,
    ) -> R {
        let error = match &mut self.source {
            Source::None => return end(None),
            Source::Values(rows) => match next(rows, self.direction) {
                Some(Ok((key, value))) => return read(key.value(), value.value()),
                Some(Err(error)) => error,
                None => return end(None),
            },
            Source::Keys(rows) => match next(rows, self.direction) {
                Some(Ok((key, _))) => return read(key.value(), &[]),
                Some(Err(error)) => error,
                None => return end(None),
            },
            Source::Fixed(rows) => match rows.next(self.direction) {
                Some(Ok(key)) => return read(key.as_slice(), &[]),
                Some(Err(error)) => error,
                None => return end(None),
            },
        };
        end(Some(error.into()))
    }
}

impl fmt::Debug for Range<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Range").field("direction", &self.direction).finish_non_exhaustive()
    }
}
