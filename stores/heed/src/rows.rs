//! [`Range`], an iterator over the stored rows of a key range.

use crate::StoreError;
use heed::types::Bytes;
use heed::{RoRange, RoRevRange};
use std::fmt;

/// An iterator over the keys and values of a range, forward or backward.
#[must_use = "iterators are lazy"]
pub struct Range<'s>(pub(crate) Iter<'s>);

pub(crate) enum Iter<'s> {
    Forward(RoRange<'s, Bytes, Bytes>),
    Backward(RoRevRange<'s, Bytes, Bytes>),
}

impl<'s> Iterator for Range<'s> {
    type Item = Result<(&'s [u8], &'s [u8]), StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = match &mut self.0 {
            Iter::Forward(rows) => rows.next(),
            Iter::Backward(rows) => rows.next(),
        };
        row.map(|row| row.map_err(StoreError::from))
    }
}

impl fmt::Debug for Range<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Range").finish_non_exhaustive()
    }
}
