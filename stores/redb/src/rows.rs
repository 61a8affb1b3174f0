//! [`Bytes`], a stored key or value that borrows from redb, and [`Range`], an iterator over the stored rows of a key
//! range.

#![allow(clippy::inline_always, reason = "a row is large: a call for each row took half of the time of a scan")]

use crate::StoreError;
use redb::AccessGuard;
use rowkey::store::Direction;
use std::fmt;

/// The bytes of a stored key or value, borrowed from the transaction.
pub struct Bytes<'s>(pub(crate) AccessGuard<'s, &'static [u8]>);

impl AsRef<[u8]> for Bytes<'_> {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        self.0.value()
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
    /// `None` if the redb table does not exist, so that the table has no rows.
    pub(crate) rows: Option<redb::Range<'s, &'static [u8], &'static [u8]>>,
    pub(crate) direction: Direction,
}

impl<'s> Iterator for Range<'s> {
    type Item = Result<(Bytes<'s>, Bytes<'s>), StoreError>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let rows = self.rows.as_mut()?;
        let row = match self.direction {
            Direction::Forward => rows.next(),
            Direction::Backward => rows.next_back(),
        };
        row.map(|row| row.map(|(key, value)| (Bytes(key), Bytes(value))).map_err(StoreError::from))
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
        let Some(rows) = &mut self.rows else { return end(None) };
        let row = match self.direction {
            Direction::Forward => rows.next(),
            Direction::Backward => rows.next_back(),
        };
        match row {
            Some(Ok((key, value))) => read(key.value(), value.value()),
            Some(Err(error)) => end(Some(error.into())),
            None => end(None),
        }
    }
}

impl fmt::Debug for Range<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Range").field("direction", &self.direction).finish_non_exhaustive()
    }
}
