//! Creates and checks the cursors of scans. A cursor is the position after a row, as text, and contains the key of the
//! row.

use super::Direction;
use crate::query::cursor::{Cursor, CursorContent, CursorError};
use crate::record::table::Table;
use alloc::vec::Vec;

impl Cursor {
    pub(super) fn new(table: &Table, direction: Direction, key: &[u8]) -> Self {
        Self::of_parts(direction, table.rows_fingerprint(), &[key])
    }
}

impl CursorContent {
    /// Checks the cursor, and returns its key. The cursor must come from a scan of `table` in this direction. `is_key`
    /// checks whether bytes are a valid key of `table`, and `contains` checks whether the query matches a key.
    pub(super) fn into_checked_key(
        self,
        table: &Table,
        direction: Direction,
        is_key: impl FnOnce(&[u8]) -> bool,
        contains: impl FnOnce(&[u8]) -> bool,
    ) -> Result<Vec<u8>, CursorError> {
        self.check(table.rows_fingerprint(), direction)?;
        if !is_key(&self.key) {
            return Err(CursorError::Damaged);
        }
        if !contains(&self.key) {
            return Err(CursorError::OutsideOfQuery);
        }
        Ok(self.key)
    }
}
