//! [`Bytes`], a stored key or value, and [`Range`], an iterator over the stored rows of a key range.

use crate::StoreError;
use rocksdb::{DBAccess, DBPinnableSlice, DBRawIteratorWithThreadMode};
use rowkey::store::Direction;
use std::fmt;

/// The bytes of a stored key or value.
pub struct Bytes<'s>(pub(crate) BytesIn<'s>);

pub(crate) enum BytesIn<'s> {
    /// A value that stays in the memory of RocksDB until this variant is dropped.
    Pinned(DBPinnableSlice<'s>),
    Copied(Box<[u8]>),
}

impl AsRef<[u8]> for Bytes<'_> {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        match &self.0 {
            BytesIn::Pinned(value) => value,
            BytesIn::Copied(bytes) => bytes,
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
pub struct Range<'s, D: DBAccess> {
    /// `None` if the column family does not exist, so that the table has no rows.
    pub(crate) rows: Option<DBRawIteratorWithThreadMode<'s, D>>,
    pub(crate) direction: Direction,
    pub(crate) is_started: bool,
}

impl<D: DBAccess> Range<'_, D> {
    /// Passes the next key and value to `read`, without a copy. After the last row, and if RocksDB could not read the next
    /// row, calls `end`.
    #[inline]
    pub(crate) fn next_row<R>(
        &mut self,
        read: impl FnOnce(&[u8], &[u8]) -> R,
        end: impl FnOnce(Option<StoreError>) -> R,
    ) -> R {
        let Some(rows) = &mut self.rows else { return end(None) };
        match (self.is_started, self.direction) {
            (true, Direction::Forward) => rows.next(),
            (true, Direction::Backward) => rows.prev(),
            (false, Direction::Forward) => rows.seek_to_first(),
            (false, Direction::Backward) => rows.seek_to_last(),
        }
        self.is_started = true;
        if let Some((key, value)) = rows.item() {
            return read(key, value);
        }
        // RocksDB does not permit a step from the end.
        let error = self.rows.take().and_then(|rows| rows.status().err());
        end(error.map(StoreError::from))
    }
}

impl<'s, D: DBAccess> Iterator for Range<'s, D> {
    type Item = Result<(Bytes<'s>, Bytes<'s>), StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        let copy = |bytes: &[u8]| Bytes(BytesIn::Copied(bytes.into()));
        self.next_row(|key, value| Some(Ok((copy(key), copy(value)))), |error| error.map(Err))
    }
}

impl<D: DBAccess> fmt::Debug for Range<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Range").field("direction", &self.direction).finish_non_exhaustive()
    }
}
