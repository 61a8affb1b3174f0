//! Cursors of the rows of a table.

use super::Direction;
use crate::query::cursor::{Cursor, CursorError, Position};
use crate::record::Record;
use crate::record::table::Table;
use alloc::vec::Vec;

impl Cursor {
    pub(super) fn new(table: &Table, direction: Direction, key: &[u8]) -> Self {
        Self::of_parts(direction, table.rows_fingerprint(), &[key])
    }
}

impl Position {
    /// Checks the cursor, and returns the stored key. The cursor must belong to scans of the table of `K` in this
    /// direction. The key must be valid and one that the query matches.
    pub(super) fn key_of<K: Record>(
        self,
        direction: Direction,
        contains: impl FnOnce(&[u8]) -> bool,
    ) -> Result<Vec<u8>, CursorError> {
        self.check(K::TABLE.rows_fingerprint(), direction)?;
        if K::explain(&self.key).problem().is_some() {
            return Err(CursorError::Damaged);
        }
        if !contains(&self.key) {
            return Err(CursorError::OutsideOfQuery);
        }
        Ok(self.key)
    }
}
