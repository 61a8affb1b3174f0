//! [`Range`], an iterator over the stored rows of a key range.

use crate::StoreError;
use fjall::{Guard, Iter, Slice};
use rowkey::store::Direction;
use std::fmt;

/// An iterator over the keys and values of a range, forward or backward.
#[must_use = "iterators are lazy"]
pub struct Range {
    /// `None` if the keyspace does not exist, so that the table has no rows.
    pub(crate) rows: Option<Iter>,
    pub(crate) direction: Direction,
}

impl Iterator for Range {
    type Item = Result<(Slice, Slice), StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rows = self.rows.as_mut()?;
        let row = match self.direction {
            Direction::Forward => rows.next(),
            Direction::Backward => rows.next_back(),
        };
        row.map(Guard::into_inner).map(|row| row.map_err(StoreError::from))
    }
}

impl fmt::Debug for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Range").field("direction", &self.direction).finish_non_exhaustive()
    }
}
